import { describe, expect, it } from 'vitest'
import { parseUtmValues, setUtmValues } from './utm-templates.ts'

const none = { source: '', medium: '', campaign: '', term: '', content: '' }

describe('campaign parameters of a destination', () => {
  it('are read from its query', () => {
    expect(parseUtmValues('https://shop.example/lamp?utm_source=mail&ref=1&utm_campaign=spring%20sale')).toEqual({
      ...none,
      source: 'mail',
      campaign: 'spring sale',
    })
  })

  it.each([
    ['https://shop.example/lamp', { source: ' mail ' }, 'https://shop.example/lamp?utm_source=mail'],
    ['https://shop.example/lamp?tag=mia-20#reviews', { medium: 'email' }, 'https://shop.example/lamp?tag=mia-20&utm_medium=email#reviews'],
    ['https://shop.example/?utm_source=mail&utm_term=x', { source: 'video' }, 'https://shop.example/?utm_source=video'],
    ['https://shop.example/?q=a%20b', {}, 'https://shop.example/?q=a%20b'],
    ['https://shop.example/?utm_source=%20mail', { source: ' mail' }, 'https://shop.example/?utm_source=%20mail'],
  ])('of %s with the values %j are set in %s', (target, values, expected) => {
    expect(setUtmValues(target, { ...none, ...values })).toBe(expected)
  })
})
