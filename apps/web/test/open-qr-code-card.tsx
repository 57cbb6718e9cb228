import type { QrConfig } from '@linkshelf/contract'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { QrCodeCard } from '../src/features/qr-codes/qr-code-card.tsx'
import { createQueryClient } from '../src/query-client.ts'
import { ToastOutlet } from '../src/ui/toast-outlet.tsx'
import { type Answers, aLink, answerCalls, aQrConfig, inProject, orgId, projectId, signIn } from './open-dashboard.tsx'

const link = aLink()
export const configCall = `GET ${inProject}/urls/${link.url_id}/qr_code/config`
export const pictureCall = `GET ${inProject}/urls/${link.url_id}/qr_code`
export const saveCall = `POST ${inProject}/urls/${link.url_id}/qr_code`

export function aPicture(): Blob {
  return new Blob(['code'], { type: 'image/png' })
}

/** The card of a link alone, over a server that keeps what it is sent. Gives back the changes saved, and the pictures asked for as `format size`. */
export function openQrCodeCard(answers: Answers, { config = aQrConfig(), scans }: { config?: QrConfig; scans?: number } = {}) {
  const saved: unknown[] = []
  const asked: string[] = []
  let kept = config
  signIn()
  answerCalls({
    [configCall]: () => kept,
    [saveCall]: ({ body }) => {
      saved.push(body)
      kept = { ...kept, ...(body as Partial<QrConfig>) }
      return kept
    },
    [pictureCall]: ({ query }) => {
      asked.push([query.get('format'), query.get('size')].join(' ').trim())
      return aPicture()
    },
    ...answers,
  })
  const queryClient = createQueryClient()
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retryDelay: 0 } })
  const { unmount } = render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <QrCodeCard scope={{ orgId, projectId }} link={link} scans={scans} />
        <ToastOutlet />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { saved, asked, close: unmount }
}
