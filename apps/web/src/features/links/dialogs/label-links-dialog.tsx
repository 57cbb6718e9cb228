import { labelMessages } from '@linkshelf/contract'
import { Anchor, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { Link as RouteLink } from 'react-router'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import type { LabelOptions } from '../label-options.ts'
import { useLabelLinks } from '../link-mutations.ts'
import { linksByName } from '../link-name.ts'
import { LabelChoices } from './label-choices.tsx'
import classes from './label-links-dialog.module.css'
import type { LinksDialogProps } from './link-dialog-props.ts'
import { type LabelEdits, offeredLabels, toLabelChanges } from './link-label-changes.ts'

/** Puts labels on links and takes them off; nothing changes before it is saved. */
export function LabelLinksDialog({ scope, links, known, ...dialog }: LinksDialogProps & { known: LabelOptions }) {
  const [wanted, setWanted] = useState<LabelEdits>(new Map())
  const labelling = useLabelLinks(scope)

  function save(): void {
    const changes = toLabelChanges(links, wanted)
    if (changes.add.length + changes.remove.length > 0) labelling.mutate({ links, changes })
    dialog.onClose()
  }

  return (
    <FormDialog {...dialog} title="Labels" action="Save" isDisabled={known.labels === undefined} onSubmit={save}>
      <Text size="sm" c="dimmed" mb="sm" lineClamp={2}>
        {linksByName(links)}
      </Text>
      <div className={classes.body}>
        <Choices known={known}>
          {(labels) => (
            <LabelChoices
              offered={offeredLabels(labels, links, wanted)}
              links={links}
              wanted={wanted}
              onWant={(label, isWanted) => setWanted(new Map(wanted).set(label, isWanted))}
            />
          )}
        </Choices>
      </div>
      {known.manageAt !== undefined && (
        <Anchor component={RouteLink} to={known.manageAt} size="sm">
          Manage labels
        </Anchor>
      )}
    </FormDialog>
  )
}

function Choices({ known, children }: { known: LabelOptions; children: (labels: NonNullable<LabelOptions['labels']>) => React.ReactNode }) {
  if (known.labels !== undefined) return children(known.labels)
  if (known.error !== null) {
    return <ErrorPanel title={labelMessages.loadFailed} error={known.error} onRetry={known.reload} />
  }
  return (
    <div role="status" aria-label="Loading">
      <Skeleton height={36} mb={20} />
      {['first', 'second', 'third', 'fourth'].map((name) => (
        <Skeleton key={name} height={18} width="45%" mb={14} />
      ))}
    </div>
  )
}
