import { afterEach, expect, it, vi } from 'vitest'
import { copyText } from './copy-text.ts'

function mockClipboard(clipboard: { writeText: (text: string) => Promise<void> } | undefined): void {
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(clipboard as Clipboard)
}

afterEach(() => {
  document.body.replaceChildren()
  Reflect.deleteProperty(document, 'execCommand')
})

it('writes to the clipboard', async () => {
  const writeText = vi.fn(async () => undefined)
  mockClipboard({ writeText })

  expect(await copyText('https://sho.rt/lamp')).toBe(true)
  expect(writeText).toHaveBeenCalledExactlyOnceWith('https://sho.rt/lamp')
})

it('returns false if the browser rejects the call', async () => {
  mockClipboard({ writeText: () => Promise.reject(new DOMException('Denied', 'NotAllowedError')) })

  expect(await copyText('https://sho.rt/lamp')).toBe(false)
})

it('copies from a selected field if there is no clipboard, as on plain http, and restores the focus', async () => {
  mockClipboard(undefined)
  const button = document.body.appendChild(document.createElement('button'))
  button.focus()
  const copied: unknown[] = []
  Object.assign(document, {
    execCommand: (command: string) => copied.push(command, Object(document.activeElement).value) > 0,
  })

  expect(await copyText('https://sho.rt/lamp')).toBe(true)
  expect(copied).toEqual(['copy', 'https://sho.rt/lamp'])
  expect(document.activeElement).toBe(button)
  expect(document.querySelector('textarea')).toBeNull()
})
