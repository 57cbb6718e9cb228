import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Address, hasMixedScripts, stripScheme, toReadableHost } from './address.tsx'

/** "pаypal" with a Cyrillic а. */
const lookAlike = 'xn--pypal-4ve.example'

it.each([
  ['https://shop.example/', 'shop.example'],
  ['http://shop.example:8080/lamp?x=1#y', 'shop.example:8080/lamp?x=1#y'],
  [`https://${lookAlike}/login`, `${lookAlike}/login`],
])('shows %s as %s', (address, text) => {
  expect(stripScheme(address)).toBe(text)
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

it.each([
  ['shop.example', 'shop.example'],
  ['xn--mnchen-3ya.example', 'münchen.example'],
  ['www.xn--bcher-kva.xn--fiqs8s', 'www.bücher.中国'],
  ['xn--80ak6aa92e.com', 'аррӏе.com'],
  ['xn--wgv71a119e.jp', '日本語.jp'],
  ['xn--ls8h.la', '💩.la'],
  // Samples of RFC 3492, section 7.1.
  ['xn--egbpdaj6bu4bxfgehfvwxn', 'ليهمابتكلموشعربي؟'],
  ['xn--ihqwcrb4cv8a8dqg056pqjye', '他们为什么不说中文'],
  ['xn--3B-ww4c5e180e575a65lsy2b'.toLowerCase(), '3年b組金八先生'],
  // Not valid Punycode.
  ['xn--!.example', 'xn--!.example'],
  ['xn--99999999.example', 'xn--99999999.example'],
])('reads %s as %s', (host, readable) => {
  expect(toReadableHost(host)).toBe(readable)
})

it.each([
  ['münchen.example', false],
  ['日本語テキスト.jp', false],
  ['sony日本.jp', false],
  ['пример.example', false],
  ['shop-24.example', false],
  // A Cyrillic "а" in a Latin word.
  ['pаypal.example', true],
  ['shop.pаypal.example', true],
  ['gооgle.example', true],
  ['αmazon.example', true],
  ['日本語ра.jp', true],
  ['shopꙮᏣ.example', true],
])('tells whether %s mixes scripts: %s', (host, isMixed) => {
  expect(hasMixedScripts(host)).toBe(isMixed)
})
