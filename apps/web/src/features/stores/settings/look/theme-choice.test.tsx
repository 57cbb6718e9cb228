import type { Store } from '@linkshelf/contract'
import { cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { enterText } from '../../../../../test/enter-text.ts'
import { aQrConfig, aStore, inProject, openDashboard } from '../../../../../test/open-dashboard.tsx'

/** Opens the settings of a store. Returns an array that collects the bodies of all saves. */
function openSettings(changes: Partial<Store> = {}): object[] {
  const store = aStore(changes)
  const one = `${inProject}/stores/${store.store_id}`
  const sent: object[] = []
  openDashboard('/store/settings', {
    [`GET ${inProject}/stores`]: () => [store],
    [`GET ${one}/qr_code/config`]: () => aQrConfig(),
    [`GET ${one}/qr_code`]: () => new Blob(['code'], { type: 'image/png' }),
    [`GET ${inProject}/categories`]: () => [],
    [`GET ${inProject}/products`]: () => [],
    [`GET ${inProject}/urls`]: () => [],
    [`PATCH ${one}`]: ({ body }) => {
      const { revision, ...fields } = body as { revision: string }
      sent.push(fields)
      return { ...store, ...fields }
    },
  })
  return sent
}

const findThemes = async () => within(await screen.findByRole('group', { name: 'Theme' }))
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Settings' }))

it('has nine themes, and saves a theme with its colors if the store has the colors of another theme', async () => {
  const sent = openSettings({ main_color: '#089b71', secondary_color: '#ebedef' })
  expect((await findThemes()).getAllByRole('radio')).toHaveLength(9)

  await userEvent.click((await findThemes()).getByRole('radio', { name: 'Linen' }))
  await save()

  await expect.poll(() => sent).toEqual([{ theme: 'linen', main_color: '#8c3f26', secondary_color: '#f6efe5' }])
})

it('does not change the owner’s own colors with the theme, and saves the theme’s colors when they are chosen', async () => {
  const sent = openSettings({ main_color: '#112233', secondary_color: '#ffeedd' })

  await userEvent.click((await findThemes()).getByRole('radio', { name: 'Pop' }))
  await save()
  await expect.poll(() => sent).toEqual([{ theme: 'pop' }])

  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
  await save()
  await expect.poll(() => sent.slice(1)).toEqual([{ main_color: '#ffd43b', secondary_color: '#1d1b3a' }])
})

it('saves a font of this server that replaces the theme’s font, unless there is a custom font', async () => {
  const sent = openSettings({ theme: 'linen', custom_fonts_url: null })

  const heading = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Heading font' })
  expect(within(heading).getAllByRole('option')).toHaveLength(21)
  expect(heading.selectedOptions[0]?.textContent).toBe('Fraunces (from the theme)')
  await userEvent.selectOptions(heading, 'Lora')
  await save()
  await expect.poll(() => sent).toEqual([{ heading_font: 'lora' }])

  await enterText(screen.getByRole('textbox', { name: 'Custom fonts URL' }), 'https://fonts.example/')
  expect(screen.getByRole('combobox', { name: 'Heading font' })).toHaveProperty('disabled', true)
})

it('adds the fonts of themes only once if the settings are opened twice', async () => {
  const fonts = new Set<object>()
  class Face {}
  vi.stubGlobal('FontFace', Face)
  Object.defineProperty(document, 'fonts', { configurable: true, value: fonts })
  openSettings()
  await findThemes()
  const count = fonts.size
  cleanup()
  openSettings()
  await findThemes()
  Reflect.deleteProperty(document, 'fonts')
  vi.unstubAllGlobals()

  expect(count).toBeGreaterThan(0)
  expect(fonts.size).toBe(count)
})
