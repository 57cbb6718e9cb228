import { qrMessages } from '@linkshelf/contract'
import { useMutation } from '@tanstack/react-query'
import { saveFile } from '../../ui/save-file.ts'
import { showFaultToast } from '../../ui/toast.tsx'
import { inTurn } from './qr-changes.ts'
import type { QrSubject, WantedPicture } from './qr-subject.ts'

/** The sizes a PNG is offered in, in pixels: for a screen, for a page, for a poster. */
export const downloadSizes = [512, 1_024, 2_048] as const
export const usualDownloadSize = 1_024

export function useQrDownload(subject: QrSubject) {
  return useMutation({
    scope: inTurn(subject),
    mutationFn: (wanted: WantedPicture) => subject.fetchPicture(wanted),
    onSuccess: (picture, { format }) => saveFile(picture, `${subject.fileName}.${format}`),
    onError: (error) => void showFaultToast(error, { instead: qrMessages.downloadFailed }),
  })
}
