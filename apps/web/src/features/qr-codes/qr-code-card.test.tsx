import type { QrConfig } from '@linkshelf/contract'
import { notifications } from '@mantine/notifications'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { aQrConfig, errorReply, internalError, noReply } from '../../../test/open-dashboard.tsx'
import { aPicture, configCall, openQrCodeCard, pictureCall, saveCall } from '../../../test/open-qr-code-card.tsx'

const navy = '#1e3a8a'

// A toast stays after its screen is gone, so it is removed after each test.
afterEach(() => notifications.clean())

describe('the card of a QR code', () => {
  it('shows a skeleton while it loads', async () => {
    openQrCodeCard({ [configCall]: noReply })

    expect(await screen.findByRole('status', { name: 'Loading QR code' })).toBeTruthy()
    expect(screen.queryByRole('img')).toBeNull()
  })

  it.each([
    ['the options', configCall],
    ['the picture', pictureCall],
  ])('shows that %s could not be fetched, and fetches again on retry', async (_what, call) => {
    const answer = vi.fn().mockImplementationOnce(internalError).mockImplementationOnce(internalError)
    answer.mockImplementation(() => (call === configCall ? aQrConfig() : aPicture()))
    openQrCodeCard({ [call]: answer })
    const alert = await screen.findByText('Failed to fetch QR code')

    await userEvent.click(within(alert.parentElement ?? alert).getByRole('button', { name: 'Retry' }))

    expect(await screen.findByRole('img', { name: /QR code/ })).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'QR code' }))
  })

  it('is black on white by default', async () => {
    openQrCodeCard({})

    expect(await screen.findByRole('textbox', { name: 'Foreground color' })).toHaveProperty('value', '#000000')
    expect(screen.getByRole('textbox', { name: 'Background color' })).toHaveProperty('value', '#ffffff')
    expect(screen.getByRole('switch', { name: 'Transparent background' })).toHaveProperty('checked', false)
    expect(screen.getByRole('button', { name: 'Reset to defaults' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('shows the code, its target, its options and its scans', async () => {
    openQrCodeCard({}, { config: aQrConfig({ color: navy, background_transparent: true }), scans: 1_284 })

    expect(await screen.findByRole('img', { name: 'QR code that leads to shop.example/headphones' })).toBeTruthy()
    expect(await screen.findByRole('textbox', { name: 'Foreground color' })).toHaveProperty('value', navy)
    expect(screen.getByRole('radio', { name: 'Navy' })).toHaveProperty('checked', true)
    expect(screen.getByRole('switch', { name: 'Transparent background' })).toHaveProperty('checked', true)
    expect(screen.getByText('1,284').parentElement?.textContent).toContain('1,284 scans in the last 30 days')
  })

  it.each([
    [undefined, 'Scans in the last 30 days: not available yet'],
    [0, '0 scans'],
    [1, '1 scan '],
  ])('shows %s scans as text', async (scans, words) => {
    openQrCodeCard({}, { scans })

    expect((await screen.findByText(/in the last 30 days/)).textContent).toContain(words)
  })

  it('warns if phones may not be able to read the colors', async () => {
    openQrCodeCard({}, { config: aQrConfig({ color: '#cccccc' }) })

    expect(await screen.findByText(/too close for many phones/)).toBeTruthy()
  })
})

describe('a change of an option', () => {
  it.each<[string, () => Promise<void>, Partial<QrConfig>]>([
    ['a suggested foreground', () => click('radio', 'Navy'), { color: navy }],
    ['a suggested background', () => click('radio', 'Mint'), { background_color: '#dcf5e9' }],
    ['a typed foreground', () => write('Foreground color', 'A1B2C3'), { color: '#a1b2c3' }],
    ['a transparent background', () => click('switch', 'Transparent background'), { background_transparent: true }],
    [
      'the address of a logo',
      () => write('Address of a logo', 'pictures.example/a.png{Enter}'),
      { logo: 'https://pictures.example/a.png' },
    ],
    ['a chosen logo', () => choose(aFile()), { logo: 'data:image/png;base64,bG9nbw==' }],
    ['a dropped logo', () => drop(aFile()), { logo: 'data:image/png;base64,bG9nbw==' }],
  ])('saves %s without other fields', async (_what, act, expected) => {
    const { saved } = openQrCodeCard({})
    await screen.findByText('Reset to defaults')

    await act()

    await waitFor(() => expect(saved).toEqual([expected]))
  })

  it('saves that a logo is removed, and saves all options on a reset', async () => {
    const { saved } = openQrCodeCard({}, { config: aQrConfig({ logo: 'data:image/png;base64,eA==', color: navy }) })

    await userEvent.click(await screen.findByRole('button', { name: 'Remove logo' }))
    await click('button', 'Reset to defaults')

    await waitFor(() => expect(saved).toEqual([{ logo: null }, aQrConfig()]))
    expect(screen.getByRole('textbox', { name: 'Foreground color' })).toHaveProperty('value', '#000000')
  })

  it('saves a dragged color debounced', async () => {
    const { saved } = openQrCodeCard({})
    const well = await screen.findByLabelText('Pick the foreground color')

    for (const value of ['#111111', '#222222', '#333333']) fireEvent.change(well, { target: { value } })

    expect(screen.getByRole('textbox', { name: 'Foreground color' })).toHaveProperty('value', '#333333')
    await waitFor(() => expect(saved).toEqual([{ color: '#333333' }]))
  })

  it('discards a pending color drag on a reset', async () => {
    const { saved } = openQrCodeCard({}, { config: aQrConfig({ color: navy }) })
    fireEvent.change(await screen.findByLabelText('Pick the foreground color'), { target: { value: '#333333' } })

    fireEvent.click(screen.getByRole('button', { name: 'Reset to defaults' }))

    expect(screen.getByRole('textbox', { name: 'Foreground color' })).toHaveProperty('value', '#000000')
    await waitFor(() => expect(saved).toEqual([aQrConfig()]))
  })

  it('reloads the picture', async () => {
    const { requests } = openQrCodeCard({})
    await screen.findByRole('img', { name: /QR code/ })

    await click('radio', 'Navy')

    await waitFor(() => expect(requests).toEqual(['png 512', 'png 512']))
  })

  it('is shown at once, and rolled back if it fails', async () => {
    const answer = Promise.withResolvers()
    openQrCodeCard({ [saveCall]: () => answer.promise })

    await click('switch', 'Transparent background')
    await waitFor(() => expect(screen.getByRole('switch')).toHaveProperty('checked', true))
    answer.resolve(internalError())

    expect(await screen.findByText(/Failed to update QR code/)).toBeTruthy()
    await waitFor(() => expect(screen.getByRole('switch')).toHaveProperty('checked', false))
  })

  it('is sent after the response to the previous change, and the last change is shown', async () => {
    const first = Promise.withResolvers()
    const sent: unknown[] = []
    openQrCodeCard({
      [saveCall]: async ({ body }) => {
        sent.push(body)
        if (sent.length === 1) await first.promise
        return aQrConfig(body as Partial<QrConfig>)
      },
    })

    await click('radio', 'Navy')
    await click('radio', 'Wine')
    await waitFor(() => expect(sent).toEqual([{ color: navy }]))
    expect(screen.getByRole('radio', { name: 'Wine' })).toHaveProperty('checked', true)
    first.resolve(undefined)

    await waitFor(() => expect(sent).toEqual([{ color: navy }, { color: '#881337' }]))
    await waitFor(() => expect(screen.queryByRole('img', { name: /QR code/ })?.parentElement?.getAttribute('aria-busy')).toBe('false'))
    expect(screen.getByRole('radio', { name: 'Wine' })).toHaveProperty('checked', true)
  })

  it('shows the error of a logo at its field, and the previous logo', async () => {
    openQrCodeCard({ [saveCall]: () => errorReply(422, 'QR_LOGO_UNREACHABLE', 'No picture could be fetched from this address.') })
    await screen.findByText('Reset to defaults')

    await write('Address of a logo', 'https://pictures.example/none.png{Enter}')

    expect(await screen.findByText('No picture could be fetched from this address.')).toBeTruthy()
    expect(screen.queryByText(/Failed to update/)).toBeNull()
    expect(screen.getByRole('button', { name: 'Choose picture' })).toBeTruthy()
  })

  it.each([
    ['a picture of another type', aFile({ type: 'image/svg+xml' })],
    ['a picture that is too large', aFile({ bytes: 500_001 })],
  ])('rejects %s before it is sent', async (_what, file) => {
    const { saved } = openQrCodeCard({})
    await screen.findByText('Reset to defaults')

    await choose(file)

    expect(await screen.findByText(/This picture cannot be used as a logo/)).toBeTruthy()
    expect(saved).toEqual([])
  })

  it('rejects a malformed address before it is sent', async () => {
    const { saved } = openQrCodeCard({})
    await screen.findByText('Reset to defaults')

    await write('Address of a logo', 'javascript:alert(1){Enter}')

    expect(await screen.findByText('Please enter a valid URL')).toBeTruthy()
    expect(saved).toEqual([])
  })
})

async function click(role: string, name: string): Promise<void> {
  await userEvent.click(await screen.findByRole(role, { name }))
}

async function write(label: string, text: string): Promise<void> {
  const field = screen.getByLabelText(label)
  await userEvent.clear(field)
  await userEvent.type(field, text)
}

async function choose(file: File): Promise<void> {
  await userEvent.setup({ applyAccept: false }).upload(screen.getByLabelText('Logo file'), file)
}

async function drop(file: File): Promise<void> {
  fireEvent.drop(screen.getByText(/Drop a picture here/), { dataTransfer: { files: [file] } })
}

function aFile({ type = 'image/png', bytes = 4 }: { type?: string; bytes?: number } = {}): File {
  return new File([bytes === 4 ? 'logo' : new Uint8Array(bytes)], 'logo', { type })
}
