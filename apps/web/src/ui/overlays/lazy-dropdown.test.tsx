import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { createLazyComponent } from '../lazy-component.tsx'
import { LazyDropdown } from './lazy-dropdown.tsx'

const toasts = vi.hoisted((): { message?: unknown }[] => [])
vi.mock('../toasts/toast.tsx', () => ({ showToast: async (toast: { message?: unknown }) => void toasts.push(toast) }))

function Menu() {
  return <p>The menu</p>
}

it('shows an error when its code cannot be loaded, and retries at the next click', async () => {
  let isUnavailable = true
  const Part = createLazyComponent(async () => {
    if (isUnavailable) throw new TypeError('Failed to fetch dynamically imported module')
    return Menu
  })
  render(
    <>
      <p>The rest of the page</p>
      <LazyDropdown button={<button type="button">Account</button>} preload={Part.preload}>
        <Part />
      </LazyDropdown>
    </>,
    { onCaughtError: () => {} },
  )

  await userEvent.click(screen.getByRole('button', { name: 'Account' }))

  await expect.poll(() => toasts).toHaveLength(1)
  expect(screen.getByText('The rest of the page')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Account' }))

  isUnavailable = false
  await userEvent.click(screen.getByRole('button', { name: 'Account' }))

  expect(await screen.findByText('The menu')).toBeTruthy()
})

it('loads its code when the pointer reaches the button', async () => {
  const load = vi.fn(async () => Menu)
  const Part = createLazyComponent(load)
  render(
    <LazyDropdown button={<button type="button">Account</button>} preload={Part.preload}>
      <Part />
    </LazyDropdown>,
  )
  expect(load).not.toHaveBeenCalled()

  await userEvent.hover(screen.getByRole('button', { name: 'Account' }))

  expect(load).toHaveBeenCalled()
})

it('keeps the focus on its button while its code loads', async () => {
  const Part = createLazyComponent<object>(() => new Promise(() => {}))
  render(
    <LazyDropdown button={<button type="button">Account</button>} preload={() => undefined}>
      <Part />
    </LazyDropdown>,
  )

  await userEvent.click(screen.getByRole('button', { name: 'Account' }))

  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Account' }))
})
