import type { FeedbackDraft } from '@linkshelf/contract'
import { Spotlight } from '@mantine/spotlight'
import { type RefObject, useEffect } from 'react'
import type { Selection } from '../../features/organizations/choose-selection.ts'
import classes from './command-palette.module.css'
import { entityGroups, matchActions, type PaletteAction, type PaletteEntity, type PaletteGroup, splitVerb } from './palette-groups.ts'
import { useCommonActions, useScreenActions } from './use-common-actions.ts'
import { labelActionLabels, useLabelEntities } from './use-label-entities.ts'
import { linkActionLabels, useLinkEntities } from './use-link-entities.ts'
import { projectActionLabels, useProjectEntities } from './use-project-entities.ts'
import { useShortenAction } from './use-shorten-action.ts'
import { useStoreActions } from './use-store-actions.ts'

interface PaletteResultsProps {
  /** The current project. */
  selection: Selection
  query: string
  draft: RefObject<FeedbackDraft>
  onRun: (action: PaletteAction) => void
  /** Called when the list has changed. */
  onChange: () => void
}

/** Shows the results of the query, in groups. */
export function PaletteResults({ selection, query, draft, onRun, onChange }: PaletteResultsProps) {
  const { groups, isSearching } = useResults(selection, query, draft)
  const ids = groups.flatMap(({ actions }) => actions.map(({ id }) => id)).join()

  // `ids` is the trigger.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(onChange, [ids])

  if (groups.length === 0) {
    return (
      <Spotlight.Empty>
        <span role="status">{isSearching ? 'Searching…' : 'Nothing found'}</span>
      </Spotlight.Empty>
    )
  }
  return (
    <Spotlight.ActionsList>
      {groups.map(({ name, actions }) => (
        <Spotlight.ActionsGroup key={name} label={name}>
          {actions.map((action) => (
            <Spotlight.Action
              key={action.id}
              label={action.label}
              description={action.description}
              leftSection={<action.Icon aria-hidden size={18} stroke={1.6} />}
              classNames={{ action: classes.action, actionLabel: classes.label, actionDescription: classes.description }}
              onClick={() => onRun(action)}
            />
          ))}
        </Spotlight.ActionsGroup>
      ))}
    </Spotlight.ActionsList>
  )
}

/** An empty query lists screens, actions, other projects and the latest links. */
function useResults(
  selection: Selection,
  query: string,
  draft: RefObject<FeedbackDraft>,
): { groups: PaletteGroup[]; isSearching: boolean } {
  const shorten = useShortenAction(query)
  const screens = useScreenActions(selection)
  const common = useCommonActions(selection, draft)
  const ofStore = useStoreActions(selection)
  const labels = useLabelEntities()
  const projects = useProjectEntities(selection)
  const ofLinks = splitVerb(query, linkActionLabels)
  const { entities: links, isSearching } = useLinkEntities(ofLinks.term)

  const text = query.trim()
  const isEmpty = text === ''
  const others = projects.filter(({ id }) => id !== selection.project.id)
  const groups = [
    { name: 'Create', actions: shorten === undefined ? [] : [shorten] },
    { name: 'Screens', actions: matchActions(screens, text) },
    { name: 'Actions', actions: matchActions([...common, ...ofStore], text) },
    ...entityGroups('Links', links, ofLinks),
    ...(isEmpty ? [] : foundEntities('Labels', labels, query, labelActionLabels)),
    ...foundEntities('Projects', isEmpty ? others : projects, query, projectActionLabels),
  ]
  return { groups: groups.filter(({ actions }) => actions.length > 0), isSearching }
}

function foundEntities(name: string, entities: readonly PaletteEntity[], query: string, actionLabels: readonly string[]): PaletteGroup[] {
  const split = splitVerb(query, actionLabels)
  return entityGroups(name, matchActions(entities, split.term), split)
}
