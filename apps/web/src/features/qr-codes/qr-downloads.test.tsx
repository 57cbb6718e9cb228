import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { internalError, noReply } from '../../../test/open-dashboard.tsx'
import { aPicture, openQrCodeCard, pictureCall, saveCall } from '../../../test/open-qr-code-card.tsx'

const objectUrls = new Set<string>()
let downloads: string[] = []

beforeEach(() => {
  objectUrls.clear()
  downloads = []
  let created = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    created += 1
    objectUrls.add(`blob:${created}`)
    return `blob:${created}`
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => void objectUrls.delete(address))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (objectUrls.has(this.href)) downloads.push(this.download)
  })
})

describe('a download', () => {
  it('is a PNG of 1,024 pixels named after the link by default', async () => {
    const { requests } = openQrCodeCard({})
    await screen.findByRole('img', { name: /QR code/ })

    await click('Download PNG')

    await waitFor(() => expect(downloads).toEqual(['linkshelf-spring.png']))
    expect(requests).toEqual(['png 512', 'png 1024'])
  })

  it('has the selected size', async () => {
    const { requests } = openQrCodeCard({})
    await screen.findByRole('img', { name: /QR code/ })

    await userEvent.selectOptions(screen.getByLabelText('Width of the PNG in pixels'), '2,048 px')
    await click('Download PNG')

    await waitFor(() => expect(requests).toEqual(['png 512', 'png 2048']))
  })

  it('is an SVG on request', async () => {
    const { requests } = openQrCodeCard({})
    await screen.findByRole('img', { name: /QR code/ })

    await click('Download SVG')

    await waitFor(() => expect(downloads).toEqual(['linkshelf-spring.svg']))
    expect(requests).toEqual(['png 512', 'svg'])
  })

  it('starts when the pending change has been saved', async () => {
    const { requests } = openQrCodeCard({ [saveCall]: noReply })
    await screen.findByRole('img', { name: /QR code/ })
    await userEvent.click(await screen.findByRole('radio', { name: 'Navy' }))

    await click('Download PNG')

    await waitFor(() => expect(screen.getByRole('button', { name: 'Download PNG' })).toHaveProperty('disabled', true))
    expect(requests).toEqual(['png 512'])
  })

  it('shows the error', async () => {
    openQrCodeCard({ [pictureCall]: ({ query }) => (query.get('format') === 'svg' ? internalError() : aPicture()) })
    await screen.findByRole('img', { name: /QR code/ })

    await click('Download SVG')

    expect(await screen.findByText(/Failed to download QR code/)).toBeTruthy()
    expect(downloads).toEqual([])
  })

  it('shows that there is no picture to download', async () => {
    openQrCodeCard({ [pictureCall]: internalError })
    await screen.findByText('Failed to fetch QR code')

    await click('Download PNG')

    expect(await screen.findByText('No QR code available to download')).toBeTruthy()
  })
})

it('revokes the object URLs of pictures', async () => {
  const { close } = openQrCodeCard({})
  await screen.findByRole('img', { name: /QR code/ })
  await userEvent.click(await screen.findByRole('radio', { name: 'Navy' }))
  await waitFor(() => expect([...objectUrls]).toEqual(['blob:2']))

  close()

  expect(objectUrls.size).toBe(0)
})

async function click(name: string): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name }))
}
