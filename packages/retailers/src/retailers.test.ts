import { expect, it } from 'vitest'
import { findRetailerByHost, formatRetailerNames, recognizeUrl, retailerIds, retailers } from './index.ts'
import { recognitions } from './recognize-url.ts'
import { retailerReports } from './reports.ts'

const domains = retailerIds.flatMap((retailer) =>
  [...retailers[retailer].domains].map(([domain, market]) => ({ retailer, domain, market })),
)

it('finds the retailer and the market of each domain and of its subdomains', () => {
  for (const { retailer, domain, market } of domains) {
    expect(findRetailerByHost(domain)).toEqual({ retailer, market, domain, subdomain: '' })
    expect(findRetailerByHost(`WWW.Shop.${domain}.`)).toEqual({ retailer, market, domain, subdomain: 'www.shop' })
    expect(findRetailerByHost(`not${domain}`)).toBeUndefined()
    expect(findRetailerByHost(`${domain}.example`)).toBeUndefined()
    expect(recognizeUrl(`https://${domain}/`)).toMatchObject({ retailer })
  }
})

it('lists each domain once, and parameters in lower case', () => {
  expect(new Set(domains.map(({ domain }) => domain)).size).toBe(domains.length)
  const parameters = retailerIds.flatMap((retailer) => recognitions[retailer].affiliateParameters)
  expect(parameters.filter((name) => name !== name.toLowerCase())).toEqual([])
})

it('has the columns of each earnings file', () => {
  for (const retailer of retailerIds) {
    const formats = retailerReports[retailer].formats.map(({ report }): string => report)
    expect([...new Set(formats)].toSorted()).toEqual(retailers[retailer].reports.toSorted())
  }
})

it('sends visitors to markets by country for at most one retailer', () => {
  expect(retailerIds.filter((retailer) => retailers[retailer].hasCountryRouting).length).toBeLessThanOrEqual(1)
})

it('lists the names of all retailers as text', () => {
  expect(formatRetailerNames('conjunction')).toBe('Amazon, eBay and AliExpress')
  expect(formatRetailerNames('disjunction')).toBe('Amazon, eBay or AliExpress')
})
