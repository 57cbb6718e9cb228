import { type FeedbackDraft, formatLinkLimitMessage, type Label, type Project } from '@linkshelf/contract'
import { Spotlight } from '@mantine/spotlight'
import { IconArchive, IconArchiveOff, IconFolder, IconLinkPlus, IconPencil, IconTag, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useState } from 'react'
import { matchPath, useLocation, useNavigate } from 'react-router'
import { labelListQuery } from '../../features/labels/label-queries.ts'
import { useCreateLink } from '../../features/links/create/create-link.tsx'
import { toLinksWithLabelPath } from '../../features/links/link-filter.ts'
import { parseTypedUrl } from '../../features/links/typed-url.tsx'
import { formatProjectLabel, type Selection } from '../../features/organizations/choose-selection.ts'
import { useProject, useSelection } from '../../features/organizations/selection.tsx'
import type { ProjectDialogKind } from '../../features/projects/project-dialogs.tsx'
import { useCan, useOffer } from '../../session/permissions.tsx'
import { stripScheme } from '../../ui/formats/address.tsx'
import { createLazyDialog } from '../../ui/overlays/dialogs.tsx'
import { showToast } from '../../ui/toasts/toast.tsx'
import { findNearLinkLimit } from '../limits/link-usage.ts'
import { plansPath } from '../limits/upgrade-notice.tsx'
import { isAboutUser } from '../screen-paths.ts'
import { useSwitchFromProject } from '../settings/use-switch-from-project.ts'
import classes from './command-palette.module.css'
import {
  applyOffer,
  matchActions,
  type PaletteAction,
  type PaletteEntity,
  type PaletteGroup,
  splitVerb,
  toEntityGroups,
} from './palette-groups.ts'
import { readRecentIds, storeRecentId } from './recent-actions.ts'
import { useCommonActions, useScreenActions } from './use-common-actions.ts'
import { linkActionLabels, toLinkEntityId, useLinkEntities, useLinksById } from './use-link-entities.ts'
import { useStoreActions } from './use-store-actions.ts'
import { categoryActionLabels, useCategoryEntities, useProductEntities } from './use-store-entities.ts'

const openLabelDialog = createLazyDialog(async () => (await import('../../features/labels/label-dialogs.tsx')).labelDialog)
const openProjectDialog = createLazyDialog(async () => (await import('../../features/projects/project-dialogs.tsx')).projectDialog)

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
export function PaletteResults(props: PaletteResultsProps) {
  // Searches fail for a user who lacks the second factor that the organization requires.
  const Results = props.selection.organization.second_factor_missing ? ResultsOfBlockedUser : ResultsOfUser
  return <Results {...props} />
}

function ResultsOfUser(props: PaletteResultsProps) {
  return <ResultList {...props} {...useResults(props.selection, props.query, props.draft)} />
}

/** Shows what needs no second factor: the screens about the user, the actions of every screen, and other projects. */
function ResultsOfBlockedUser(props: PaletteResultsProps) {
  const { selection, query, draft } = props
  const screens = useScreenActions(selection).more.filter(({ id }) => isAboutUser(id))
  const common = useCommonActions(selection, draft)
  const projects = useProjectEntities(selection).filter(({ id }) => id !== selection.project.id)
  const found = [
    { name: 'Screens', actions: matchActions(screens, query) },
    { name: 'Actions', actions: matchActions(common, query) },
    { name: 'Projects', actions: matchActions(projects, query) },
  ]
  const groups = found.filter(({ actions }) => actions.length > 0)
  return <ResultList {...props} groups={groups} repeatableIds={noIds} isSearching={false} />
}

const noIds: ReadonlySet<string> = new Set()

function ResultList({ selection, onRun, onChange, groups, repeatableIds, isSearching }: PaletteResultsProps & Results) {
  const ids = groups.flatMap(({ actions }) => actions.map(({ id }) => id)).join()

  // The effect runs when `ids` changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(onChange, [ids])

  function run(action: PaletteAction): void {
    if (action.whyNot !== undefined) return
    if (repeatableIds.has(action.id)) storeRecentId(selection.project.id, action.id)
    onRun(action)
  }

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
              description={action.whyNot ?? action.description}
              aria-disabled={action.whyNot !== undefined || undefined}
              leftSection={<action.Icon aria-hidden size={18} stroke={1.6} />}
              classNames={{ action: classes.action, actionLabel: classes.label, actionDescription: classes.description }}
              onClick={() => run(action)}
            />
          ))}
        </Spotlight.ActionsGroup>
      ))}
    </Spotlight.ActionsList>
  )
}

interface Results {
  groups: PaletteGroup[]
  /** The ids of the actions that are listed as recent after they were run. */
  repeatableIds: ReadonlySet<string>
  isSearching: boolean
}

/** Returns groups with their best matches first. If the query is empty, returns recent and likely actions. */
function useResults(selection: Selection, query: string, draft: RefObject<FeedbackDraft>): Results {
  const shorten = useShortenActions(query)
  const screens = useScreenActions(selection)
  const common = useCommonActions(selection, draft)
  const storeActions = useStoreActions(selection)
  const labels = useLabelEntities()
  const projects = useProjectEntities(selection)
  const linkTerm = splitVerb(query, linkActionLabels)
  const links = useLinkEntities(linkTerm.term)
  const products = useProductEntities(query.trim())
  const categories = useCategoryEntities()
  const actions = [...common, ...storeActions]
  const others = projects.filter(({ id }) => id !== selection.project.id)
  const repeatable = [...screens.main, ...screens.more, ...actions, ...links.entities, ...labels, ...categories]
  const start = useStartGroups(selection, { screens: screens.main, actions, links: links.entities, others, repeatable })

  const text = query.trim()
  const groups = [
    { name: 'Create', actions: shorten },
    { name: 'Screens', actions: matchActions([...screens.main, ...screens.more], text) },
    { name: 'Actions', actions: matchActions(actions, text) },
    ...toEntityGroups('Links', links.entities, linkTerm),
    { name: 'Products', actions: products.entities },
    ...findEntityGroups('Categories', categories, query, categoryActionLabels),
    ...findEntityGroups('Labels', labels, query, labelActionLabels),
    ...findEntityGroups('Projects', projects, query, projectActionLabels),
  ]
  return {
    groups: (text === '' ? start : groups).filter(({ actions }) => actions.length > 0),
    repeatableIds: new Set(repeatable.map(({ id }) => id).filter((id) => id !== 'sign-out')),
    isSearching: links.isSearching || products.isSearching,
  }
}

/** The actions that most users want next, if they have not run them lately. */
const likelyIds = ['add-link', 'add-product', 'open-store', 'invite']

const linksAtStart = 4

interface StartActions {
  screens: readonly PaletteAction[]
  actions: readonly PaletteAction[]
  /** The latest links. */
  links: readonly PaletteEntity[]
  /** The other projects. */
  others: readonly PaletteEntity[]
  repeatable: readonly PaletteAction[]
}

/**
 * Returns the groups that are shown before anything is typed: the actions of the link whose page is open, recent
 * actions, likely actions, the latest links, the screens of the sidebar and the other projects. Each action is listed
 * once.
 */
function useStartGroups({ project }: Selection, { screens, actions, links, others, repeatable }: StartActions): PaletteGroup[] {
  const [recentIds] = useState(() => readRecentIds(project.id))
  const recentLinks = useLinksById(recentIds)
  const [opened] = useLinksById(useOpenedLinkIds())
  const byId = new Map([...recentLinks, ...repeatable].map((action) => [action.id, action]))
  const recent = recentIds.flatMap((id) => byId.get(id) ?? [])
  const omitRecent = <Action extends PaletteAction>(all: readonly Action[]) => all.filter(({ id }) => !recent.some((one) => one.id === id))
  const likely = likelyIds.flatMap((id) => actions.find((action) => action.id === id && action.whyNot === undefined) ?? [])
  return [
    ...(opened === undefined ? [] : [{ name: `“${opened.label}”`, actions: opened.actions }]),
    { name: 'Recent', actions: recent },
    { name: 'Suggested', actions: omitRecent(likely) },
    { name: 'Links', actions: omitRecent(links).slice(0, linksAtStart) },
    { name: 'Screens', actions: omitRecent(screens) },
    { name: 'Projects', actions: others },
  ]
}

/** Returns the entity id of the link whose page is open. Empty on other pages. */
function useOpenedLinkIds(): string[] {
  const { pathname } = useLocation()
  const match = matchPath('/links/:linkId/*', pathname) ?? matchPath('/analytics/link/:linkId', pathname)
  const linkId = match?.params.linkId
  return linkId === undefined || linkId === 'report' ? [] : [toLinkEntityId(linkId)]
}

function findEntityGroups(
  name: string,
  entities: readonly PaletteEntity[],
  query: string,
  actionLabels: readonly string[],
): PaletteGroup[] {
  const split = splitVerb(query, actionLabels)
  return toEntityGroups(name, matchActions(entities, split.term), split)
}

const projectActionLabels = ['Edit project', 'Archive project', 'Unarchive project', 'Delete project']

/**
 * Returns all projects of all organizations. Only projects of the current organization have actions that change them.
 */
function useProjectEntities({ organization }: Selection): PaletteEntity[] {
  const { organizations, current, choose } = useSelection()
  const switchFrom = useSwitchFromProject(organization)

  function createDialogAction(kind: ProjectDialogKind, label: string, project: Project, Icon: PaletteAction['Icon']): PaletteAction {
    return {
      id: `${kind} ${project.id}`,
      label,
      Icon,
      run: (opener) => openProjectDialog(opener, { organization, switchFrom, opened: [kind, project, opener] }),
    }
  }

  const [canChange, canDelete] = [useCan('projects.update'), useCan('projects.delete')]

  function listProjectActions(project: Project): PaletteAction[] {
    const isActive = project.status === 'active'
    if (!canChange) return []
    return [
      createDialogAction('edit', 'Edit project', project, IconPencil),
      createDialogAction('archive', isActive ? 'Archive project' : 'Unarchive project', project, isActive ? IconArchive : IconArchiveOff),
      ...(canDelete ? [createDialogAction('delete', 'Delete project', project, IconTrash)] : []),
    ]
  }

  return organizations.flatMap((owner) =>
    owner.projects.map((project) => ({
      id: project.id,
      label: formatProjectLabel(organizations, { organization: owner, project }),
      description: project.id === current?.project.id ? 'Current project' : 'Switch to this project',
      Icon: IconFolder,
      run: () => choose({ organization: owner, project }),
      actions: owner.id === organization.id ? listProjectActions(project) : [],
    })),
  )
}

const labelActionLabels = ['Edit label', 'Delete label']

/** Returns the labels of the current project. */
function useLabelEntities(): PaletteEntity[] {
  const { scope } = useProject()
  const navigate = useNavigate()
  const { data: labels = [] } = useQuery(labelListQuery(scope))
  const canChange = useCan('labels.update')

  function toEntity(label: Label): PaletteEntity {
    const { label_id: id, name } = label
    return {
      id,
      label: name,
      description: 'Links with this label',
      Icon: IconTag,
      run: () => void navigate(toLinksWithLabelPath(name)),
      actions: !canChange
        ? []
        : [
            { id: `edit ${id}`, label: 'Edit label', Icon: IconPencil, run: (opener) => openLabelDialog(opener, scope, 'edit', label) },
            {
              id: `delete ${id}`,
              label: 'Delete label',
              Icon: IconTrash,
              run: (opener) => openLabelDialog(opener, scope, 'delete', label),
            },
          ],
    }
  }

  return labels.map(toEntity)
}

/** Offers to shorten a typed or pasted URL. Returns no action for other text, or if the user is a viewer. */
function useShortenActions(query: string): PaletteAction[] {
  const { scope, ...selection } = useProject()
  const navigate = useNavigate()
  const { add } = useCreateLink()
  const offer = useOffer('links.create')
  const target = parseTypedUrl(query)
  if (target === undefined) return []

  async function shorten(url: string): Promise<void> {
    const { problem } = await add(scope, url)
    if (problem !== undefined && problem !== '') void showToast({ title: 'Error', message: problem, tone: 'bad' })
  }
  const usage = findNearLinkLimit(selection)
  const isFull = usage !== undefined && usage.used >= usage.limit
  if (isFull && usage.isOwner)
    return applyOffer(offer, {
      id: 'shorten',
      label: 'Upgrade the plan',
      description: formatLinkLimitMessage(usage.limit),
      Icon: IconLinkPlus,
      run: () => void navigate(plansPath),
    })
  const description = usage && (isFull ? formatLinkLimitMessage(usage.limit) : `${usage.used} of ${usage.limit} links`)
  return applyOffer(offer, {
    id: 'shorten',
    ...(description && { description }),
    label: `Shorten ${stripScheme(target)}`,
    Icon: IconLinkPlus,
    run: () => void shorten(target),
  })
}
