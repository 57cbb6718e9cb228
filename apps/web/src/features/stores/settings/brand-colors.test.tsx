import { errorCatalog } from '@linkshelf/contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { enterText } from '../../../../test/enter-text.ts'
import {
  type Answers,
  aQrConfig,
  aStore,
  errorReply,
  inProject,
  noReply,
  openDashboard,
  type SentCall,
} from '../../../../test/open-dashboard.tsx'

const fontsUrl = 'https://fonts.googleapis.com/css2?family=Inter'
const copiedUrl = `http://localhost:3001/media/${'a'.repeat(27)}/fonts.css?family=Inter`
const copyCall = `POST ${inProject}/uploads/fonts`
const copied = { upload_id: 'a'.repeat(27), url: copiedUrl, families: ['Inter'] }

function openSettings(answers: Answers, custom_fonts_url: string | null = fontsUrl): void {
  const store = aStore({ custom_fonts_url })
  const one = `${inProject}/stores/${store.store_id}`
  openDashboard('/store/settings', {
    [`GET ${inProject}/stores`]: () => [store],
    [`GET ${one}/qr_code/config`]: () => aQrConfig(),
    [`GET ${one}/qr_code`]: () => new Blob(['code'], { type: 'image/png' }),
    [`GET ${inProject}/categories`]: () => [],
    [`GET ${inProject}/products`]: () => [],
    [`GET ${inProject}/urls`]: () => [],
    ...answers,
  })
}

const findField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Custom fonts URL' })
const findButton = () => screen.queryByRole('button', { name: 'Copy to this server' })

async function copy(): Promise<HTMLInputElement> {
  const input = await findField()
  await userEvent.click(await screen.findByRole('button', { name: 'Copy to this server' }))
  return input
}

it('shows the address of the copy when the fonts are copied, as an unsaved change', async () => {
  const sent: SentCall[] = []
  openSettings({
    [copyCall]: (call) => {
      sent.push(call)
      return copied
    },
  })

  const input = await copy()

  await waitFor(() => expect(input.value).toBe(copiedUrl))
  expect(sent.map(({ body }) => body)).toEqual([{ url: fontsUrl }])
  expect(screen.getByText('Fonts copied. Save the settings to use them.')).toBeTruthy()
  expect(screen.getByText('Copied to this server: visitors load no fonts from another site.')).toBeTruthy()
  expect(screen.getByText('Unsaved changes')).toBeTruthy()
  expect(findButton()).toBeNull()
})

it('cannot be changed while the fonts are being copied', async () => {
  openSettings({ [copyCall]: noReply })

  const input = await copy()

  expect(await screen.findByText('Copying the fonts…')).toBeTruthy()
  expect(input.readOnly).toBe(true)
})

it('shows why the fonts were not copied, until the address is changed', async () => {
  const { message } = errorCatalog.FONTS_INVALID
  openSettings({ [copyCall]: () => errorReply(422, 'FONTS_INVALID', message) })

  const input = await copy()

  expect(await screen.findByText(message)).toBeTruthy()
  expect(input.value).toBe(fontsUrl)
  await enterText(input, '&display=swap')
  expect(screen.queryByText(message)).toBeNull()
})

it.each([null, copiedUrl, 'http://fonts.example/css2?family=Inter', 'fonts'])('offers no copy of %s', async (address) => {
  openSettings({}, address)
  await findField()

  expect(findButton()).toBeNull()
})
