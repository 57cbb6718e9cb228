import { qrMessages } from '@linkshelf/contract'
import { Button, NativeSelect } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { showNumber } from '../../ui/formats/numbers.ts'
import { showToast } from '../../ui/toasts/toast.tsx'
import classes from './qr-code-card.module.css'
import { defaultDownloadSize, downloadSizes, useQrDownload } from './qr-download.ts'
import type { QrImageRequest, QrSubject } from './qr-subject.ts'

export function QrDownloads({ subject, hasPicture }: { subject: QrSubject; hasPicture: boolean }) {
  const [size, setSize] = useState<number>(defaultDownloadSize)
  const download = useQrDownload(subject)

  function start(request: QrImageRequest): void {
    if (hasPicture) download.mutate(request)
    else void showToast({ title: 'Error', message: qrMessages.noneToDownload, tone: 'bad' })
  }

  return (
    <div className={classes.downloads}>
      <Button
        leftSection={<IconDownload aria-hidden size={16} stroke={1.8} />}
        aria-label="Download PNG"
        loading={download.isPending && download.variables.format === 'png'}
        onClick={() => start({ format: 'png', size })}
      >
        PNG
      </Button>
      <NativeSelect
        aria-label="Width of the PNG in pixels"
        value={size}
        data={downloadSizes.map((pixels) => ({ value: String(pixels), label: `${showNumber(pixels)} px` }))}
        onChange={(event) => setSize(Number(event.currentTarget.value))}
      />
      <Button
        variant="default"
        leftSection={<IconDownload aria-hidden size={16} stroke={1.8} />}
        aria-label="Download SVG"
        loading={download.isPending && download.variables.format === 'svg'}
        onClick={() => start({ format: 'svg' })}
      >
        SVG
      </Button>
    </div>
  )
}
