import type { QrConfig } from '@linkshelf/contract'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { createQueryClient } from '../src/api/query-client.ts'
import { LinkQrCodeCard } from '../src/features/qr-codes/link-qr-code-card.tsx'
import { ToastOutlet } from '../src/ui/toasts/toast-outlet.tsx'
import { type Answers, aLink, answerCalls, aQrConfig, inProject, orgId, projectId, signIn } from './open-dashboard.tsx'

const link = aLink()
export const configCall = `GET ${inProject}/urls/${link.url_id}/qr_code/config`
export const pictureCall = `GET ${inProject}/urls/${link.url_id}/qr_code`
export const saveCall = `POST ${inProject}/urls/${link.url_id}/qr_code`

export function aPicture(): Blob {
  return new Blob(['code'], { type: 'image/png' })
}

/**
 * Renders only the QR code card, with answers that store changes. Returns the saved changes, and each requested picture
 * as `format size`.
 */
export function openQrCodeCard(answers: Answers, { config = aQrConfig(), scans }: { config?: QrConfig; scans?: number } = {}) {
  const saved: unknown[] = []
  const requests: string[] = []
  let stored = config
  signIn()
  answerCalls({
    [configCall]: () => stored,
    [saveCall]: ({ body }) => {
      saved.push(body)
      stored = { ...stored, ...(body as Partial<QrConfig>) }
      return stored
    },
    [pictureCall]: ({ query }) => {
      requests.push([query.get('format'), query.get('size')].join(' ').trim())
      return aPicture()
    },
    ...answers,
  })
  const queryClient = createQueryClient()
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retryDelay: 0 } })
  const { unmount } = render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <LinkQrCodeCard scope={{ orgId, projectId }} link={link} scans={scans} />
        <ToastOutlet />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { saved, requests, close: unmount }
}
