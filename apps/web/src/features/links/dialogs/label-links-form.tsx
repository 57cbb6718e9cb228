import { type Label, type Link, labelMessages } from '@linkshelf/contract'
import { Anchor, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link as RouteLink } from 'react-router'
import type { ProjectScope } from '../../../api/api.ts'
import { DialogForm } from '../../../ui/overlays/dialog-form.tsx'
import { QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import { labelListQuery } from '../../labels/label-queries.ts'
import { type NewLabelColors, useCreateColoredLabels } from '../../labels/new-label-color.tsx'
import { type LabelEdits, listOfferedLabels, toLabelChanges } from '../link-label-changes.ts'
import { useLabelLinks } from '../link-mutations.ts'
import { formatLinkNames } from '../link-name.ts'
import { LabelChoices } from './label-choices.tsx'
import classes from './label-links-form.module.css'

interface LabelLinksFormProps {
  scope: ProjectScope
  links: readonly Link[]
  onClose: () => void
}

/** Adds labels to links and removes labels from them. Nothing changes until the user saves. */
export function LabelLinksForm({ scope, links, onClose }: LabelLinksFormProps) {
  const [edits, setEdits] = useState<LabelEdits>(new Map())
  const [colors, setColors] = useState<NewLabelColors>(new Map())
  const labels = useQuery(labelListQuery(scope))
  const labeling = useLabelLinks(scope)
  const createLabels = useCreateColoredLabels(scope)

  function save(): void {
    const changes = toLabelChanges(links, edits)
    // A label that one of the links has already exists, so it is not created.
    const unknown = changes.add.filter((name) => !links.some((link) => link.labels.includes(name)))
    if (changes.add.length + changes.remove.length > 0) labeling.mutate({ links, changes, prepare: () => createLabels(unknown, colors) })
    onClose()
  }

  return (
    <DialogForm action="Save" isDisabled={labels.data === undefined} onSubmit={save} onClose={onClose}>
      <Text size="sm" c="dimmed" mb="sm" lineClamp={2}>
        {formatLinkNames(links)}
      </Text>
      <div className={classes.body}>
        <QueryBoundary<Label[]> query={labels} loading={<ChoicesSkeleton />} error={labelMessages.loadFailed}>
          {(loaded) => (
            <LabelChoices
              labels={loaded}
              offered={listOfferedLabels(loaded, links, edits)}
              links={links}
              wanted={edits}
              isNew={(label) => edits.has(label) && !loaded.some(({ name }) => name === label)}
              colors={colors}
              onColors={setColors}
              onWant={(label, isWanted) => setEdits(new Map(edits).set(label, isWanted))}
            />
          )}
        </QueryBoundary>
      </div>
      <Anchor component={RouteLink} to="/settings/labels" size="sm">
        Manage labels
      </Anchor>
    </DialogForm>
  )
}

function ChoicesSkeleton() {
  return (
    <div role="status" aria-label="Loading">
      <Skeleton height={36} mb={20} />
      {['first', 'second', 'third', 'fourth'].map((name) => (
        <Skeleton key={name} height={18} width="45%" mb={14} />
      ))}
    </div>
  )
}
