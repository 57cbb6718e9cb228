import { dashboardHeader } from '@linkshelf/contract'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import {
  type Answer,
  answerCalls,
  errorReply,
  inProject,
  orgId,
  projectId,
  Reply,
  type SentCall,
  signIn,
} from '../../../../test/open-dashboard.tsx'
import { createQueryClient } from '../../../api/query-client.ts'
import { ToastOutlet } from '../../../ui/toasts/toast-outlet.tsx'
import { ExportButton } from './export-button.tsx'

afterEach(() => vi.restoreAllMocks())

function renderButton(answer: Answer): void {
  signIn()
  answerCalls({ [`GET ${inProject}/analytics/export`]: answer })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={createQueryClient()}>
        <ExportButton scope={{ orgId, projectId }} query={{ table: 'breakdown', by: 'country', from: '2025-11-01' }} name="countries" />
        <ToastOutlet />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

/** Returns the started downloads, with name and content. */
function watchDownloads(): { name: string; file: Blob }[] {
  const downloads: { name: string; file: Blob }[] = []
  let last = new Blob()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    last = file as Blob
    return 'blob:numbers'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push({ name: this.download, file: last })
  })
  return downloads
}

it('downloads the file with the name from the server, in a signed-in request', async () => {
  const downloads = watchDownloads()
  let sent: SentCall | undefined
  renderButton((call) => {
    sent = call
    const file = new Blob(['country,clicks,visitors\r\n'], { type: 'text/csv' })
    return new Reply(200, file, { 'content-disposition': `attachment; filename="kuche.csv"; filename*=UTF-8''k%C3%BCche.csv` })
  })

  await userEvent.click(screen.getByRole('button', { name: 'Export countries as CSV' }))

  await expect.poll(() => downloads.map(({ name }) => name)).toEqual(['küche.csv'])
  expect(await downloads[0]?.file.text()).toBe('country,clicks,visitors\r\n')
  expect(Object.fromEntries(sent?.query ?? [])).toEqual({ table: 'breakdown', by: 'country', from: '2025-11-01' })
  expect(sent?.headers.get(dashboardHeader)).toBe('1')
})

it('shows the error of a failed export', async () => {
  const downloads = watchDownloads()
  renderButton(() => errorReply(402, 'FULL_ANALYTICS_REQUIRED', 'Full analytics is not part of your plan. Upgrade to see it.'))

  await userEvent.click(screen.getByRole('button', { name: 'Export countries as CSV' }))

  expect(await screen.findByText(/Full analytics is not part of your plan/)).toBeTruthy()
  expect(downloads).toEqual([])
})
