import type { LabelOptions } from '../label-options.ts'
import { ArchiveLinksDialog } from './archive-links-dialog.tsx'
import { DeleteLinksDialog } from './delete-links-dialog.tsx'
import { EditLinkDialog } from './edit-link-dialog.tsx'
import { LabelLinksDialog } from './label-links-dialog.tsx'
import type { LinkDialogKind, LinksDialogProps } from './link-dialog-props.ts'

interface LinkDialogsProps extends LinksDialogProps {
  kind: LinkDialogKind
  known: LabelOptions
}

export function LinkDialogs({ kind, known, ...dialog }: LinkDialogsProps) {
  if (kind === 'edit') return <EditLinkDialog {...dialog} />
  if (kind === 'labels') return <LabelLinksDialog {...dialog} known={known} />
  return kind === 'archive' ? <ArchiveLinksDialog {...dialog} /> : <DeleteLinksDialog {...dialog} />
}
