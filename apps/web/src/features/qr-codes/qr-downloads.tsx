import { qrMessages } from '@linkshelf/contract'
import { Button, NativeSelect } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { isApiError } from '../../api/api-error.ts'
import { readOnlyMutation } from '../../api/broadcast-changes.ts'
import { saveFile } from '../../ui/browser/save-file.ts'
import { formatNumber } from '../../ui/formats/numbers.ts'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'
import classes from './qr-code-card.module.css'
import { toMutationScope } from './qr-mutations.ts'
import type { QrImageRequest, QrSubject } from './qr-subject.ts'

interface QrDownloadsProps {
  subject: QrSubject
  hasPicture: boolean
  isSecondary?: boolean | undefined
}

export function QrDownloads({ subject, hasPicture, isSecondary = false }: QrDownloadsProps) {
  const [size, setSize] = useState<number>(defaultDownloadSize)
  const download = useQrDownload(subject)

  function startDownload(request: QrImageRequest): void {
    if (hasPicture) download.mutate(request)
    else void showToast({ title: 'Error', message: qrMessages.noneToDownload, tone: 'bad' })
  }

  return (
    <div className={classes.downloads}>
      <Button
        variant={isSecondary ? 'default' : 'filled'}
        leftSection={<IconDownload aria-hidden size={16} stroke={1.8} />}
        aria-label="Download PNG"
        loading={download.isPending && download.variables.format === 'png'}
        onClick={() => startDownload({ format: 'png', size })}
      >
        PNG
      </Button>
      <NativeSelect
        aria-label="Width of the PNG in pixels"
        value={size}
        data={downloadSizes.map((pixels) => ({ value: String(pixels), label: `${formatNumber(pixels)} px` }))}
        onChange={(event) => setSize(Number(event.currentTarget.value))}
      />
      <Button
        variant="default"
        leftSection={<IconDownload aria-hidden size={16} stroke={1.8} />}
        aria-label="Download SVG"
        loading={download.isPending && download.variables.format === 'svg'}
        onClick={() => startDownload({ format: 'svg' })}
      >
        SVG
      </Button>
    </div>
  )
}

/** The widths of a PNG in pixels, for a screen, a page and a poster. */
const downloadSizes = [512, 1_024, 2_048] as const
const defaultDownloadSize = 1_024

function useQrDownload(subject: QrSubject) {
  return useMutation({
    meta: readOnlyMutation,
    scope: toMutationScope(subject),
    mutationFn: (request: QrImageRequest) => subject.fetchPicture(request),
    onSuccess: (picture, { format }) => saveFile(picture, `${subject.fileName}.${format}`),
    onError: (error) => void showErrorToast(error, { instead: qrMessages.downloadFailed }),
  })
}

/** Downloads the PNG of any QR code, for use in lists. If a product has no page, the error message says what to do. */
export function useQrQuickDownload() {
  return useMutation({
    meta: readOnlyMutation,
    mutationFn: ({ fetchPicture }: QrSubject) => fetchPicture({ format: 'png', size: defaultDownloadSize }),
    onSuccess: (picture, { fileName }) => saveFile(picture, `${fileName}.png`),
    onError: (error) => {
      const isExplained = isApiError(error, 'STORE_NOT_FOUND') || isApiError(error, 'STORE_NOT_ENABLED')
      void showErrorToast(error, isExplained ? {} : { instead: qrMessages.downloadFailed })
    },
  })
}
