import { createLazyDialog } from '../../../ui/overlays/dialogs.tsx'

/** Opens a dialog about links. Its code is loaded first. */
export const openLinkDialog = createLazyDialog(async () => (await import('./link-dialogs.tsx')).linkDialog)
