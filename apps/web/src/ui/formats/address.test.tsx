import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Address, withoutScheme } from './address.tsx'

/** "pаypal" with a Cyrillic а. */
const lookAlike = 'xn--pypal-4ve.example'

it.each([
  ['https://shop.example/', 'shop.example'],
  ['http://shop.example:8080/lamp?x=1#y', 'shop.example:8080/lamp?x=1#y'],
  [`https://${lookAlike}/login`, `${lookAlike}/login`],
])('shows %s as %s', (address, text) => {
  expect(withoutScheme(address)).toBe(text)
})

describe('an address', () => {
  it('is plain text with an ASCII host', () => {
    const { container } = render(<Address href="https://shop.example/lamp" />)

    expect(container.innerHTML).toBe('shop.example/lamp')
  })

  it('has a readable host with its Punycode on hover', async () => {
    const { container } = render(<Address href="https://xn--mnchen-3ya.example/" />)

    expect((await screen.findByText('münchen.example')).title).toBe('xn--mnchen-3ya.example')
    expect(container.textContent).toBe('münchen.example')
    expect(screen.queryByRole('img')).toBeNull()
  })

  it('warns of a host that mixes scripts', async () => {
    const { container } = render(<Address href={`https://${lookAlike}/login`} />)

    expect(await screen.findByRole('img', { name: `Mixes letters of several scripts: ${lookAlike}` })).toBeTruthy()
    expect(container.textContent).toBe('pаypal.example/login')
  })
})
