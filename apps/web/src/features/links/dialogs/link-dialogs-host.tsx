import type { Link } from '@linkshelf/contract'
import type { ProjectScope } from '../../../api.ts'
import { type OpenDialog, useDialogHost } from '../../../ui/dialog-host.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import type { LabelOptions } from '../label-options.ts'
import type { LinkDialogKind } from './link-dialog-props.ts'

export type OpenLinkDialog = OpenDialog<LinkDialogKind, readonly Link[]>

const LinkDialogs = lazyComponent(() => import('./link-dialogs.tsx').then((module) => module.LinkDialogs))

/** Opens the dialogs about links; their code loads with the first one. */
export function useLinkDialogs(scope: ProjectScope, known: LabelOptions): { open: OpenLinkDialog; dialogs: React.ReactNode } {
  return useDialogHost<LinkDialogKind, readonly Link[]>(({ kind, thing, dialog }) => (
    <LinkDialogs scope={scope} known={known} kind={kind} links={thing} {...dialog} />
  ))
}
