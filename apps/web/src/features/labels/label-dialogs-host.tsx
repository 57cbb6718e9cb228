import type { Label } from '@linkshelf/contract'
import type { ProjectScope } from '../../api.ts'
import { type OpenDialog, useDialogHost } from '../../ui/dialog-host.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import type { LabelDialogKind } from './label-dialogs.tsx'

/** Creating is about no label yet. */
export type OpenLabelDialog = OpenDialog<LabelDialogKind, Label | undefined>

const LabelDialogs = lazyComponent(() => import('./label-dialogs.tsx').then((module) => module.LabelDialogs))

/** Opens the dialogs of a label; their code loads with the first one. */
export function useLabelDialogs(scope: ProjectScope): { open: OpenLabelDialog; dialogs: React.ReactNode } {
  return useDialogHost<LabelDialogKind, Label | undefined>(({ kind, thing, dialog }) => (
    <LabelDialogs scope={scope} kind={kind} label={thing} {...dialog} />
  ))
}
