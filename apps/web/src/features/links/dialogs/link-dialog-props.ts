import type { Link } from '@linkshelf/contract'
import type { ProjectScope } from '../../../api.ts'
import type { DialogProps } from '../../../ui/dialog-host.tsx'

/** `edit` is about one link, the others about one or several. */
export type LinkDialogKind = 'edit' | 'labels' | 'archive' | 'delete'

export interface LinksDialogProps extends DialogProps {
  scope: ProjectScope
  links: readonly Link[]
}
