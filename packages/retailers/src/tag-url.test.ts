import fc from 'fast-check'
import { expect, it } from 'vitest'
import { computeRandomRuns } from './../../../harness/vitest/random-cases.ts'
import { type AffiliateSettings, amazonMarkets, ebayMarkets, findRetailerByHost, recognizeUrl, tagUrl } from './index.ts'

const settings: AffiliateSettings = {
  amazon: { tags: { com: 'mia-20', de: 'mia-21', 'co.jp': 'mia-22' }, additionalParams: 'ascsubtag=shelf&tag=eve-20' },
  ebay: { campaignId: '5338123456' },
  aliexpress: { affShortKey: 'N3VJQBY' },
}
const ali = 'https://s.click.aliexpress.com/deep_link.htm?aff_short_key=N3VJQBY&dl_target_url='
const epn = 'mkevt=1&mkcid=1&mkrid=711-53200-19255-0&campid=5338123456&toolid=10001'

// Each case has the status, the address, and the tagged address.
it.each([
  ['tagged', 'https://www.amazon.com/dp/B07FZ8S74R', 'https://www.amazon.com/dp/B07FZ8S74R?ascsubtag=shelf&tag=mia-20'],
  ['tagged', 'http://WWW.AMAZON.DE/dp/b07fz8s74r?tag=', 'https://www.amazon.de/dp/B07FZ8S74R?ascsubtag=shelf&tag=mia-21'],
  [
    'tagged',
    'https://www.amazon.com/Lamp-Brass/dp/B07FZ8S74R/ref=sr_1_1?th=1&psc=1&smid=A1&language=en_US&qid=1&sr=8-1&keywords=lamp#reviews',
    'https://www.amazon.com/dp/B07FZ8S74R?th=1&psc=1&smid=A1&language=en_US&ascsubtag=shelf&tag=mia-20',
  ],
  [
    'replaced',
    'https://www.amazon.com/gp/product/B07FZ8S74R/ref=as_li_tl?camp=1789&creative=9325&linkCode=as2&tag=eve-20&linkId=1&ascsubtag=e',
    'https://www.amazon.com/dp/B07FZ8S74R?ascsubtag=shelf&tag=mia-20',
  ],
  [
    'replaced',
    'https://www.amazon.com/dp/B07FZ8S74R?tag=eve-20&tag=mia-20',
    'https://www.amazon.com/dp/B07FZ8S74R?ascsubtag=shelf&tag=mia-20',
  ],
  [
    'replaced',
    'https://www.amazon.com/exec/obidos/ASIN/B07FZ8S74R/eve-20',
    'https://www.amazon.com/dp/B07FZ8S74R?ascsubtag=shelf&tag=mia-20',
  ],
  [
    'replaced',
    'https://www.amazon.com/gp/redirect.html?location=/dp/B07FZ8S74R&tag=eve-20',
    'https://www.amazon.com/dp/B07FZ8S74R?ascsubtag=shelf&tag=mia-20',
  ],
  [
    'replaced',
    'https://www.amazon.com/dp/B07FZ8S74R?AssociateTag=eve-20',
    'https://www.amazon.com/dp/B07FZ8S74R?ascsubtag=shelf&tag=mia-20',
  ],
  [
    'tagged',
    'https://www.amazon.com/s/ref=nb_sb_noss?k=desk+lamp&crid=1&sprefix=x&pd_rd_w=1',
    'https://www.amazon.com/s?k=desk+lamp&ascsubtag=shelf&tag=mia-20',
  ],
  ['tagged', 'https://www.amazon.com/shop/mia', 'https://www.amazon.com/shop/mia?ascsubtag=shelf&tag=mia-20'],
  ['tagged', 'https://www.amazon.de', 'https://www.amazon.de/?ascsubtag=shelf&tag=mia-21'],
  ['replaced', 'https://www.amazon.com/prime?tag=eve-20', 'https://www.amazon.com/prime?ascsubtag=shelf&tag=mia-20'],
  [
    'replaced',
    'https://www.amazon.com/gp/aws/cart/add.html?AssociateTag=eve-20&ASIN.1=B07FZ8S74R&OfferListingId.2=x%2Fy&Quantity.2=3&linkCode=as2',
    'https://www.amazon.com/gp/aws/cart/add.html?ASIN.1=B07FZ8S74R&OfferListingId.2=x%2Fy&Quantity.2=3&ascsubtag=shelf&AssociateTag=mia-20',
  ],
  [
    'tagged',
    'https://www.amazon.de/gp/aws/cart/add.html?ASIN.1=B07FZ8S74R',
    'https://www.amazon.de/gp/aws/cart/add.html?ASIN.1=B07FZ8S74R&ascsubtag=shelf&AssociateTag=mia-21',
  ],
  [
    'replaced',
    'https://www.amazon.com/gp/aw/cart/add.html?a=B07FZ8S74R&tag=eve-20',
    'https://www.amazon.com/gp/aw/cart/add.html?a=B07FZ8S74R&ascsubtag=shelf&tag=mia-20&AssociateTag=mia-20',
  ],
  [
    'tagged',
    'https://www.amazon.de/-/en/Desk-Lamp/dp/B07FZ8S74R/ref=sr_1_1',
    'https://www.amazon.de/dp/B07FZ8S74R?language=en_GB&ascsubtag=shelf&tag=mia-21',
  ],
  [
    'tagged',
    'https://www.amazon.com/-/es/dp/B07FZ8S74R?language=es_MX',
    'https://www.amazon.com/dp/B07FZ8S74R?language=es_MX&ascsubtag=shelf&tag=mia-20',
  ],
  ['tagged', 'https://www.amazon.de/-/xy/dp/B07FZ8S74R', 'https://www.amazon.de/-/xy/dp/B07FZ8S74R?ascsubtag=shelf&tag=mia-21'],
  [
    'tagged',
    'https://www.amazon.de/-/en/dp/B07FZ8S74R?th=1',
    'https://www.amazon.de/dp/B07FZ8S74R?th=1&language=en_GB&ascsubtag=shelf&tag=mia-21',
  ],
  ['tagged', 'https://www.amazon.de/-/en/s?k=lamp', 'https://www.amazon.de/-/en/s?k=lamp&ascsubtag=shelf&tag=mia-21'],
  ['replaced', 'http://amazon.jp/o/ASIN/B07FZ8S74R/eve-22', 'https://www.amazon.co.jp/dp/B07FZ8S74R?ascsubtag=shelf&tag=mia-22'],
  [
    'replaced',
    'http://www.amazon.com/Lamp/dp/B07FZ8S74R%3FSubscriptionId%3DS1%26tag%3Deve-20%26linkCode%3Dxm2',
    'https://www.amazon.com/dp/B07FZ8S74R?ascsubtag=shelf&tag=mia-20',
  ],
  [
    'replaced',
    'http://www.amazon.com/exec/obidos/redirect?tag=eve-20%26camp=1%26path=http://www.amazon.com/gp/redirect.html%253Flocation=/o/ASIN/B07FZ8S74R%25253Ftag=eve-20',
    'https://www.amazon.com/dp/B07FZ8S74R?ascsubtag=shelf&tag=mia-20',
  ],
  ['unpaid', 'https://www.amazon.com/exec/obidos/redirect?tag=eve-20', 'https://www.amazon.com/exec/obidos/redirect?tag=eve-20'],
  ['tagged', 'https://www.amazon.com/author/mia', 'https://www.amazon.com/author/mia?ascsubtag=shelf&tag=mia-20'],
  [
    'tagged',
    'https://www.amazon.com/gp/video/detail/amzn1.dv.gti.0a1b?ref_=atv_x',
    'https://www.amazon.com/gp/video/detail/amzn1.dv.gti.0a1b?ascsubtag=shelf&tag=mia-20',
  ],
  ['no-tag', 'https://www.amazon.fr/dp/B07FZ8S74R?tag=eve-21', 'https://www.amazon.fr/dp/B07FZ8S74R?tag=eve-21'],
  ['unpaid', 'https://www.amazon.com/hz/wishlist/ls/3TWW3DS8CC1X', 'https://www.amazon.com/hz/wishlist/ls/3TWW3DS8CC1X'],
  ['short', 'https://amzn.to/3AbCdEf', 'https://amzn.to/3AbCdEf'],
  ['short', 'https://amzn.com/B07FZ8S74R', 'https://amzn.com/B07FZ8S74R'],

  ['tagged', 'https://www.ebay.com/itm/Brass-Lamp/123456789012?hash=i&var=470#x', `https://www.ebay.com/itm/123456789012?var=470&${epn}`],
  ['tagged', 'https://cgi.ebay.com/ws/eBayISAPI.dll?ViewItem&item=123456789012', `https://www.ebay.com/itm/123456789012?${epn}`],
  [
    'tagged',
    'https://www.ebay.com/itm/123456789012?mkcid=16&mkevt=1&mkrid=711-127632-2357-0&ssspo=x&sssrc=2&ssuid=y&widget_ver=artemis&media=COPY',
    `https://www.ebay.com/itm/123456789012?${epn}`,
  ],
  [
    'replaced',
    'https://www.ebay.com/itm/123456789012?mkevt=1&mkcid=1&mkrid=711-53200-19255-0&campid=5338999999&customid=eve&toolid=10001',
    `https://www.ebay.com/itm/123456789012?${epn}`,
  ],
  [
    'replaced',
    'https://rover.ebay.com/rover/1/711-53200-19255-0/1?ff3=4&pub=5574&toolid=10001&campid=5338999999&mpre=https%3A%2F%2Fwww.ebay.com%2Fitm%2F123456789012',
    `https://www.ebay.com/itm/123456789012?${epn}`,
  ],
  [
    'tagged',
    'https://www.ebay.de/sch/i.html?_nkw=desk+lamp&_trksid=1',
    'https://www.ebay.de/sch/i.html?_nkw=desk+lamp&mkevt=1&mkcid=1&mkrid=707-53477-19255-0&campid=5338123456&toolid=10001',
  ],
  ['tagged', 'https://www.ebay.com/p/250?iid=123456789012', `https://www.ebay.com/p/250?iid=123456789012&${epn}`],
  ['tagged', 'https://www.ebay.com/ulk/itm/123456789012', `https://www.ebay.com/itm/123456789012?${epn}`],
  ['tagged', 'http://cgi.ebay.com/Lamp_W0QQitemZ123456789012QQihZ003', `https://www.ebay.com/itm/123456789012?${epn}`],
  ['tagged', 'http://stores.ebay.com/Lamp-Shop', `https://stores.ebay.com/Lamp-Shop?${epn}`],
  [
    'replaced',
    'https://rover.ebay.com/rover/1/711-53200-19255-0/1?campid=5338999999&customid=eve&icep_uq=brass+lamp&icep_sortBy=12',
    `https://www.ebay.com/sch/i.html?_nkw=brass+lamp&_sop=12&${epn}`,
  ],
  ['no-tag', 'https://www.ebay.com.hk/itm/123456789012', 'https://www.ebay.com.hk/itm/123456789012'],
  ['unpaid', 'https://rover.ebay.com/rover/1/711-53200-19255-0/1?campid=5', 'https://rover.ebay.com/rover/1/711-53200-19255-0/1?campid=5'],
  ['unpaid', 'https://community.ebay.com/t5/Lamps/1', 'https://community.ebay.com/t5/Lamps/1'],
  ['short', 'https://ebay.us/m/AbCdEf', 'https://ebay.us/m/AbCdEf'],

  [
    'tagged',
    'https://de.aliexpress.com/item/Lamp/1005001234567890.html?spm=a2g0o&pdp_npi=4&gatewayAdapt=glo2deu',
    `${ali}https%3A%2F%2Fde.aliexpress.com%2Fitem%2F1005001234567890.html`,
  ],
  [
    'replaced',
    'https://www.aliexpress.com/item/1005001234567890.html?aff_fcid=1&aff_fsk=EVE&sk=EVE&terminal_id=3',
    `${ali}https%3A%2F%2Fwww.aliexpress.com%2Fitem%2F1005001234567890.html`,
  ],
  [
    'replaced',
    'https://s.click.aliexpress.com/deep_link.htm?aff_short_key=EVE&dl_target_url=https%3A%2F%2Fwww.aliexpress.com%2Fitem%2F1005001234567890.html&dp=e',
    `${ali}https%3A%2F%2Fwww.aliexpress.com%2Fitem%2F1005001234567890.html`,
  ],
  [
    'tagged',
    'https://www.aliexpress.com/wholesale?SearchText=lamp&spm=1',
    `${ali}https%3A%2F%2Fwww.aliexpress.com%2Fwholesale%3FSearchText%3Dlamp`,
  ],
  [
    'tagged',
    'https://star.aliexpress.com/share/share.htm?platform=AE&redirectUrl=https%3A%2F%2Fwww.aliexpress.com%2Fitem%2F1005001234567890.html%3F',
    `${ali}https%3A%2F%2Fwww.aliexpress.com%2Fitem%2F1005001234567890.html`,
  ],
  [
    'tagged',
    'https://www.aliexpress.com/store/product/Lamp/600281_1005001234567890.html',
    `${ali}https%3A%2F%2Fwww.aliexpress.com%2Fitem%2F1005001234567890.html`,
  ],
  ['tagged', 'https://sale.aliexpress.com/__pc/lamps.htm', `${ali}https%3A%2F%2Fsale.aliexpress.com%2F__pc%2Flamps.htm`],
  ['no-tag', 'https://aliexpress.ru/item/1005001234567890.html', 'https://aliexpress.ru/item/1005001234567890.html'],
  ['short', 'https://s.click.aliexpress.com/e/_DEabcde', 'https://s.click.aliexpress.com/e/_DEabcde'],

  ['other', 'https://shop.example/dp/B07FZ8S74R?tag=eve-20', 'https://shop.example/dp/B07FZ8S74R?tag=eve-20'],
  ['other', 'https://amazon.com.evil.com/dp/B07FZ8S74R', 'https://amazon.com.evil.com/dp/B07FZ8S74R'],
])('has the status %s: %s', (status, address, url) => {
  expect(tagUrl(address, settings)).toMatchObject({ status, url })
})

it.each(['https://www.amazon.com/dp/B07FZ8S74R?tag=eve-20', 'https://www.ebay.com/itm/123456789012', 'https://www.aliexpress.com/'])(
  'does not change %s if its retailer has no settings',
  (url) => {
    expect(tagUrl(url, {})).toMatchObject({ status: 'not-connected', url })
  },
)

it("adds the owner's parameters to AliExpress without a key, and returns the status untracked", () => {
  expect(
    tagUrl('https://www.aliexpress.com/item/1005001234567890.html?spm=1', { aliexpress: { additionalParams: '?af=mia' } }),
  ).toMatchObject({
    status: 'untracked',
    url: 'https://www.aliexpress.com/item/1005001234567890.html?af=mia',
  })
})

it('does not change a deep link of the Portal if there is no key', () => {
  const url = `${ali}https%3A%2F%2Fwww.aliexpress.com%2Fitem%2F1005001234567890.html`
  expect(tagUrl(url, { aliexpress: {} })).toMatchObject({ status: 'untracked', url })
})

const click = '0192f7c1d2e37a4b8c5d6e7f8091a2b3'
const withClickIds: AffiliateSettings = {
  ebay: { campaignId: '5338123456', customId: 'shelf', hasClickIds: true },
  aliexpress: { affShortKey: 'N3VJQBY', hasClickIds: true },
}
const rover = 'https://rover.ebay.com/rover/1/711-53200-19255-0/1?mpre=https%3A%2F%2Fwww.ebay.com%2Fitm%2F123456789012'
const aliItem = 'https%3A%2F%2Fwww.aliexpress.com%2Fitem%2F1005001234567890.html'

// Each case has the settings, the address, and the name and value of the sub-id in the tagged address. Null if there is
// no sub-id.
it.each([
  [settings, 'https://www.amazon.com/dp/B07FZ8S74R?tag=mia-20&ascsubtag=spring', 'ascsubtag', 'spring'],
  [settings, 'https://www.amazon.com/s?k=lamp&ascsubtag=spring&tag=mia-20', 'ascsubtag', 'spring'],
  [settings, 'https://www.amazon.com/gp/redirect.html?location=/dp/B07FZ8S74R&tag=mia-20&ascsubtag=spring', 'ascsubtag', 'spring'],
  [settings, 'https://www.amazon.com/dp/B07FZ8S74R?tag=eve-20&ascsubtag=spring', 'ascsubtag', 'shelf'],
  [settings, 'https://www.amazon.com/dp/B07FZ8S74R?ascsubtag=spring', 'ascsubtag', 'shelf'],
  [settings, 'https://www.amazon.com/gp/redirect.html?location=/dp/B07FZ8S74R%3Ftag%3Deve-20&tag=mia-20&ascsubtag=x', 'ascsubtag', 'shelf'],
  [settings, 'https://www.ebay.com/itm/123456789012?campid=5338123456&customid=spring', 'customid', 'spring'],
  [settings, `${rover}&campid=5338123456&customid=spring`, 'customid', 'spring'],
  [settings, `${rover}&campid=5338999999&customid=spring`, 'customid', null],
  [settings, `https://www.ebay.com/itm/123456789012?campid=5338123456&customid=spring-${click}`, 'customid', 'spring'],
  [settings, `https://www.ebay.com/itm/123456789012?campid=5338123456&customid=${click}`, 'customid', null],
  [withClickIds, 'https://www.ebay.com/itm/123456789012?campid=5338123456&customid=spring', 'customid', 'spring-'],
  [withClickIds, `https://www.ebay.com/itm/123456789012?campid=5338123456&customid=spring-${click}`, 'customid', 'spring-'],
  [withClickIds, 'https://www.ebay.com/itm/123456789012?campid=5338999999&customid=spring', 'customid', 'shelf-'],
  [settings, `${ali}${aliItem}&dp=spring`, 'dp', 'spring'],
  [settings, 'https://www.aliexpress.com/item/1005001234567890.html?aff_short_key=N3VJQBY&af=mia&dp=spring', 'af', 'mia'],
  [settings, `https://s.click.aliexpress.com/deep_link.htm?aff_short_key=EVE&dl_target_url=${aliItem}&dp=spring`, 'dp', null],
  [withClickIds, `${ali}${aliItem}&dp=spring`, 'dp', 'spring-'],
] as const)('with %j leaves %s with a %s of %s', (owned, address, name, subId) => {
  const { url, clickIdAt } = tagUrl(address, owned)

  expect(new URL(url).searchParams.get(name)).toBe(subId)
  if (owned === withClickIds) expect(clickIdAt).toBe(url.length)
})

it.each([
  ['https://www.ebay.com/itm/123456789012', {}, 'customid'],
  ['https://www.ebay.com/itm/123456789012', { customId: 'shelf' }, 'customid'],
  ['https://www.aliexpress.com/item/1005001234567890.html', {}, 'dp'],
] as const)('says where the id of a click goes in %s with %j', (address, more, name) => {
  const withIds: AffiliateSettings = {
    ebay: { campaignId: '5338123456', hasClickIds: true, ...more },
    aliexpress: { affShortKey: 'N3VJQBY', hasClickIds: true },
  }
  const { url, clickIdAt = -1 } = tagUrl(address, withIds)

  const clicked = new URL(`${url.slice(0, clickIdAt)}0192f7${url.slice(clickIdAt)}`)

  expect(clicked.searchParams.get(name)).toBe('customId' in more ? 'shelf-0192f7' : '0192f7')
})

const anyPage = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(...Object.keys(amazonMarkets)),
      fc.constantFrom(
        '/dp/B07FZ8S74R',
        '/-/en/dp/B07FZ8S74R',
        '/dp/B07FZ8S74R%3Ftag%3Deve-20',
        '/s',
        '/',
        '/shop/mia',
        '/exec/obidos/ASIN/B07FZ8S74R/eve-20',
        '/exec/obidos/redirect',
        '/x',
      ),
    )
    .map(([market, path]) => `https://www.amazon.${market}${path}`),
  fc
    .tuple(fc.constantFrom(...ebayMarkets), fc.constantFrom('/itm/123456789012', '/sch/i.html', '/', '/p/250', '/x'))
    .map(([market, path]) => `https://www.ebay.${market}${path}`),
  fc
    .tuple(
      fc.constantFrom('www', 'de', 's.click', 'm'),
      fc.constantFrom('/item/1005001234567890.html', '/wholesale', '/e/_x', '/deep_link.htm'),
    )
    .map(([subdomain, path]) => `https://${subdomain}.aliexpress.com${path}`),
)
const anyQuery = fc.dictionary(
  fc.oneof(
    fc.constantFrom(
      'tag',
      'Tag',
      'ascsubtag',
      'AscSubTag',
      'campid',
      'customid',
      'icep_uq',
      'aff_short_key',
      'af',
      'dl_target_url',
      'th',
      'var',
      'dp',
      'k',
    ),
    fc.string({ maxLength: 5 }),
  ),
  fc.oneof(
    fc.constantFrom(
      'eve-20',
      'mia-21',
      '5338123456',
      'N3VJQBY',
      'https://www.aliexpress.com/item/1005001234567890.html',
      'https://evil.example/',
    ),
    fc.string({ maxLength: 8 }),
  ),
)
const anyAddress = fc.tuple(anyPage, anyQuery, fc.string({ maxLength: 5 })).map(([page, query, fragment]) => {
  const url = new URL(page)
  for (const [name, value] of Object.entries(query)) url.searchParams.append(name, value)
  url.hash = fragment
  return url.href
})
const anyParameters = fc.oneof(
  fc.string(),
  fc.constantFrom('ascsubtag=shelf&x=1', 'x=1&ascsubtag=shelf', 'customid=a', 'dp=b&af=c', 'k=&dp='),
)
const anySettings = fc.record({
  amazon: fc.record({
    tags: fc.dictionary(fc.constantFrom(...Object.keys(amazonMarkets)), fc.constant('mia-21')),
    additionalParams: anyParameters,
  }),
  ebay: fc.record({
    campaignId: fc.constant('5338123456'),
    customId: fc.string(),
    additionalParams: anyParameters,
    hasClickIds: fc.boolean(),
  }),
  aliexpress: fc.record({ affShortKey: fc.constantFrom('', 'N3VJQBY'), additionalParams: anyParameters, hasClickIds: fc.boolean() }),
})

it('changes nothing when it tags a URL again, and stays at the retailer and in the marketplace', () => {
  fc.assert(
    fc.property(anyAddress, anySettings, (address, owned) => {
      const once = tagUrl(address, owned)

      expect(tagUrl(once.url, owned).url).toBe(once.url)
      expect(findRetailerByHost(new URL(once.url).hostname)?.retailer).toBe(recognizeUrl(address)?.retailer)
      if (once.page?.retailer !== 'aliexpress') expect(recognizeUrl(once.url)?.market).toBe(once.page?.market)
      expect(once.url).toMatch(/^https:\/\//)
    }),
    { numRuns: computeRandomRuns(100) },
  )
})

it("returns a URL that has the owner's tag once and no other tag", () => {
  fc.assert(
    fc.property(anyAddress, anySettings, (address, owned) => {
      const { url, status, page } = tagUrl(address, owned)
      if (status !== 'tagged' && status !== 'replaced') return

      const names = { amazon: 'tag', ebay: 'campid', aliexpress: 'aff_short_key' }
      const own = { amazon: 'mia-21', ebay: '5338123456', aliexpress: 'N3VJQBY' }
      const retailer = page?.retailer ?? 'amazon'
      const tags = [...new URL(url).searchParams].filter(([name]) => name.toLowerCase() === names[retailer])
      expect(tags).toEqual([[names[retailer], own[retailer]]])
      expect(recognizeUrl(url)?.tag).toBe(own[retailer])
    }),
    { numRuns: computeRandomRuns(100) },
  )
})

it('returns the address of any other shop unchanged', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true }), anySettings, (address, owned) => {
      if (recognizeUrl(address) === undefined) expect(tagUrl(address, owned)).toEqual({ url: address, status: 'other' })
    }),
    { numRuns: computeRandomRuns(100) },
  )
})
