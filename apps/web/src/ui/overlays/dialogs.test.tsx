import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { ConfirmForm, ConfirmMutation } from './dialog-form.tsx'
import { type Dialog, DialogRoot, openDialog } from './dialogs.tsx'

/** Opens a dialog with Mantine's transitions on, so that a closed dialog fades out. */
async function openWithTransitions(dialog: Dialog): Promise<HTMLElement> {
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>
          <DialogRoot />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  )
  await openDialog(async () => dialog, null)
  return screen.findByRole('button', { name: 'Revoke', hidden: true })
}

it('ignores clicks on a closed dialog while it fades out', async () => {
  let confirmations = 0
  const confirm = (close: () => void) => () => {
    confirmations += 1
    close()
  }
  const button = await openWithTransitions({
    title: 'Revoke',
    body: (close) => (
      <ConfirmForm action="Revoke" onConfirm={confirm(close)} onClose={close}>
        It stops working.
      </ConfirmForm>
    ),
  })
  fireEvent.click(button)
  expect(button.isConnected).toBe(true)
  fireEvent.click(button)

  expect(confirmations).toBe(1)
})

it('confirms once, however fast the second click is', async () => {
  const revoked: string[] = []
  const revoke = async (name: string) => revoked.push(name)
  const button = await openWithTransitions({ title: 'Revoke', body: (close) => <Revocation revoke={revoke} onClose={close} /> })
  fireEvent.click(button)
  fireEvent.click(button)

  await expect.poll(() => revoked).toEqual(['Podcast'])
})

function Revocation({ revoke, onClose }: { revoke: (name: string) => Promise<unknown>; onClose: () => void }) {
  return (
    <ConfirmMutation action="Revoke" mutation={useMutation({ mutationFn: revoke })} subject="Podcast" onClose={onClose}>
      It stops working.
    </ConfirmMutation>
  )
}
