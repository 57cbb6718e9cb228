import { qrMessages } from '@linkshelf/contract'
import { useMutation } from '@tanstack/react-query'
import { readOnlyMutation } from '../../api/broadcast-changes.ts'
import { saveFile } from '../../ui/browser/save-file.ts'
import { showErrorToast } from '../../ui/toasts/toast.tsx'
import { mutationScope } from './qr-mutations.ts'
import type { QrImageRequest, QrSubject } from './qr-subject.ts'

/** The widths of a PNG in pixels: for a screen, a page, a poster. */
export const downloadSizes = [512, 1_024, 2_048] as const
export const defaultDownloadSize = 1_024

export function useQrDownload(subject: QrSubject) {
  return useMutation({
    meta: readOnlyMutation,
    scope: mutationScope(subject),
    mutationFn: (request: QrImageRequest) => subject.fetchPicture(request),
    onSuccess: (picture, { format }) => saveFile(picture, `${subject.fileName}.${format}`),
    onError: (error) => void showErrorToast(error, { instead: qrMessages.downloadFailed }),
  })
}

/** Downloads the PNG of any code, for lists. */
export function useQrQuickDownload() {
  return useMutation({
    meta: readOnlyMutation,
    mutationFn: ({ fetchPicture }: QrSubject) => fetchPicture({ format: 'png', size: defaultDownloadSize }),
    onSuccess: (picture, { fileName }) => saveFile(picture, `${fileName}.png`),
    onError: (error) => void showErrorToast(error, { instead: qrMessages.downloadFailed }),
  })
}
