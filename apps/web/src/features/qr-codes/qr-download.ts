import { qrMessages } from '@linkshelf/contract'
import { useMutation } from '@tanstack/react-query'
import { saveFile } from '../../ui/save-file.ts'
import { showErrorToast } from '../../ui/toast.tsx'
import { inTurn } from './qr-mutations.ts'
import type { QrImageRequest, QrSubject } from './qr-subject.ts'

/** The sizes a PNG is offered in, in pixels: for a screen, for a page, for a poster. */
export const downloadSizes = [512, 1_024, 2_048] as const
export const usualDownloadSize = 1_024

export function useQrDownload(subject: QrSubject) {
  return useMutation({
    scope: inTurn(subject),
    mutationFn: (wanted: QrImageRequest) => subject.fetchPicture(wanted),
    onSuccess: (picture, { format }) => saveFile(picture, `${subject.fileName}.${format}`),
    onError: (error) => void showErrorToast(error, { instead: qrMessages.downloadFailed }),
  })
}
