import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { Link, MemoryRouter, Route, Routes } from 'react-router'
import { describe, expect, it, vi } from 'vitest'
import { DialogRoot, openDialog } from '../overlays/dialogs.tsx'
import { GuardedNavigation, leaveGuarded } from './leave-guard.tsx'
import { useUnsavedChanges, useUnsavedDialogChanges } from './use-unsaved-changes.tsx'

const dialog = { name: 'Leave without saving?' }

function Editor() {
  const [text, setText] = useState('')
  useUnsavedChanges(text !== '')
  return (
    <>
      <input aria-label="Text" value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <Link to="/elsewhere">Elsewhere</Link>
      <Link to="?tab=two">Tab two</Link>
    </>
  )
}

function openEditor(): void {
  render(
    <MantineProvider env="test">
      <MemoryRouter initialEntries={['/editor']}>
        <GuardedNavigation>
          <main id="main">
            <Routes>
              <Route path="/editor" element={<Editor />} />
              <Route path="/elsewhere" element={<h1>Elsewhere</h1>} />
            </Routes>
          </main>
          <DialogRoot />
        </GuardedNavigation>
      </MemoryRouter>
    </MantineProvider>,
  )
}

async function typeAndClick(name: string): Promise<void> {
  openEditor()
  await userEvent.type(screen.getByRole('textbox', { name: 'Text' }), 'new')
  await userEvent.click(screen.getByRole('link', { name }))
}

async function answerDialog(name: string): Promise<void> {
  await screen.findByRole('dialog', dialog)
  await userEvent.click(screen.getByRole('button', { name }))
}

function dispatchBeforeUnload(): boolean {
  return window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

describe('a screen with unsaved changes', () => {
  it('is left after a confirmation', async () => {
    await typeAndClick('Elsewhere')
    expect(screen.queryByRole('heading', { name: 'Elsewhere' })).toBeNull()

    await answerDialog('Leave')

    expect(await screen.findByRole('heading', { name: 'Elsewhere' })).toBeTruthy()
    expect(dispatchBeforeUnload()).toBe(true)
  })

  it('stays open if the user cancels, and asks again at the next attempt', async () => {
    await typeAndClick('Elsewhere')
    await answerDialog('Cancel')
    expect(screen.getByRole('textbox', { name: 'Text' })).toHaveProperty('value', 'new')

    await expect.poll(() => screen.queryByRole('dialog', dialog)).toBeNull()
    await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))

    expect(await screen.findByRole('dialog', dialog)).toBeTruthy()
  })

  it('does not ask before another tab of the same screen', async () => {
    await typeAndClick('Tab two')

    expect(screen.queryByRole('dialog', dialog)).toBeNull()
    expect(dispatchBeforeUnload()).toBe(false)
  })

  it('asks before a change of the project', async () => {
    openEditor()
    await userEvent.type(screen.getByRole('textbox', { name: 'Text' }), 'new')
    const leave = vi.fn()
    leaveGuarded(leave)
    expect(leave).not.toHaveBeenCalled()

    await answerDialog('Leave')

    expect(leave).toHaveBeenCalledOnce()
  })
})

it('does not ask if there are no unsaved changes', async () => {
  openEditor()

  expect(dispatchBeforeUnload()).toBe(true)
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))

  expect(screen.getByRole('heading', { name: 'Elsewhere' })).toBeTruthy()
})

function DialogEditor() {
  const [text, setText] = useState('')
  useUnsavedDialogChanges(text !== '')
  return <input aria-label="Text of the dialog" value={text} onChange={(event) => setText(event.currentTarget.value)} />
}

it('a screen with unsaved changes is still guarded after the changes of a dialog on it were discarded', async () => {
  openEditor()
  await userEvent.type(screen.getByRole('textbox', { name: 'Text' }), 'new')
  await openDialog(async () => ({ title: 'Editor', body: () => <DialogEditor /> }), null)
  await userEvent.type(await screen.findByRole('textbox', { name: 'Text of the dialog' }), 'new')

  await userEvent.keyboard('{Escape}')
  expect(await screen.findByRole('dialog', { name: 'Close without saving?' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(dispatchBeforeUnload()).toBe(false)
  await userEvent.click(screen.getByRole('link', { name: 'Elsewhere' }))

  expect(await screen.findByRole('dialog', dialog)).toBeTruthy()
})
