import { eventIterator } from '@orpc/contract'
import { z } from 'zod'
import { call, organizationParams, projectParams } from '../call.ts'
import { csvFile, describeCsv } from '../csv-file.ts'
import { errors } from '../errors.ts'
import { linkId, linkIdList, productId, productIdList } from '../ids.ts'
import {
  addressClicks,
  breakdownRow,
  clickUsage,
  dailyLinkClicks,
  dashboard,
  hourlyClicks,
  linksClicks,
  linkTraffic,
  liveEvent,
  overview,
  productNumbers,
  productTraffic,
  recentClick,
  recentClicksDays,
  storeTraffic,
  visitor,
} from './analytics-answers.ts'
import {
  analyticsQuery,
  breakdownQuery,
  clicksQuery,
  exportQuery,
  linkClicksQuery,
  storeTrafficQuery,
  visitorsQuery,
} from './analytics-queries.ts'

export * from './analytics-answers.ts'
export * from './analytics-queries.ts'

const analyticsPath = '/v1/{orgId}/projects/{projectId}/analytics'
const linksQuery = analyticsQuery.extend({ url_ids: linkIdList })
const linksTrafficQuery = clicksQuery.extend({ url_ids: linkIdList })
const productsQuery = analyticsQuery.extend({ product_ids: productIdList })
const oneLink = projectParams.extend({ urlId: linkId })
const oneProduct = projectParams.extend({ productId })

const freshness =
  'Clicks are counted within a second or two. If no numbers were read for a minute, clicks are counted within five seconds; ' +
  'the first call then waits up to a second for them to be counted.'

/** Declares a call that reads clicks, page views, or their rollups. */
export function analyticsCall(route: Parameters<typeof call>[0]) {
  return call({ ...route, ...(route.method === 'GET' && { description: freshness }) }).errors(
    errors('ANALYTICS_TIMEOUT', 'ANALYTICS_UNAVAILABLE'),
  )
}

export const analytics = {
  usage: analyticsCall({
    method: 'GET',
    path: '/v1/{orgId}/analytics/usage',
    summary: 'The clicks of this month, and how many of them the plan shows',
  })
    .input(z.object({ params: organizationParams }))
    .output(clickUsage),
  overview: analyticsCall({ method: 'GET', path: `${analyticsPath}/overview`, summary: 'Clicks of a project' })
    .input(z.object({ params: projectParams, query: clicksQuery }))
    .output(overview)
    .errors(errors('LINK_NOT_FOUND', 'FULL_ANALYTICS_REQUIRED', 'ANALYTICS_HISTORY_LOCKED')),
  dashboard: analyticsCall({
    method: 'GET',
    path: `${analyticsPath}/dashboard`,
    summary: 'Clicks, visitors and countries of a project',
  })
    .input(z.object({ params: projectParams, query: clicksQuery }))
    .output(dashboard)
    .errors(errors('LINK_NOT_FOUND', 'FULL_ANALYTICS_REQUIRED', 'ANALYTICS_HISTORY_LOCKED')),
  hourlyClicks: analyticsCall({
    method: 'GET',
    path: `${analyticsPath}/hours`,
    summary: 'Clicks by hour, for up to two days; by default the last day; for all time, the last two days',
  })
    .input(z.object({ params: projectParams, query: clicksQuery }))
    .output(z.array(hourlyClicks))
    .errors(errors('LINK_NOT_FOUND', 'FULL_ANALYTICS_REQUIRED', 'ANALYTICS_HISTORY_LOCKED')),
  linkClicks: analyticsCall({ method: 'GET', path: `${analyticsPath}/urls/{urlId}`, summary: 'Clicks of one link by day' })
    .input(z.object({ params: oneLink, query: linkClicksQuery }))
    .output(z.array(dailyLinkClicks))
    .errors(errors('LINK_NOT_FOUND', 'FULL_ANALYTICS_REQUIRED', 'ANALYTICS_HISTORY_LOCKED')),
  linkDashboard: analyticsCall({
    method: 'GET',
    path: `${analyticsPath}/urls/{urlId}/dashboard`,
    summary: 'Clicks, visitors and countries of one link',
  })
    .input(z.object({ params: oneLink, query: linkClicksQuery }))
    .output(dashboard)
    .errors(errors('LINK_NOT_FOUND', 'FULL_ANALYTICS_REQUIRED', 'ANALYTICS_HISTORY_LOCKED')),
  addressClicks: analyticsCall({
    method: 'GET',
    path: `${analyticsPath}/urls/{urlId}/addresses`,
    summary: 'Clicks of one link by the address that was visited: the main one, or an alias',
  })
    .input(z.object({ params: oneLink, query: analyticsQuery }))
    .output(addressClicks)
    .errors(errors('LINK_NOT_FOUND', 'ANALYTICS_HISTORY_LOCKED')),
  linksClicks: analyticsCall({
    method: 'GET',
    path: `${analyticsPath}/urls/clicks`,
    summary: 'Clicks by day of some links, and their earnings, in the requested order',
  })
    .input(z.object({ params: projectParams, query: linksQuery }))
    .output(linksClicks)
    .errors(errors('ANALYTICS_HISTORY_LOCKED')),
  linksTraffic: analyticsCall({
    method: 'GET',
    path: `${analyticsPath}/urls`,
    summary: 'Clicks and visitors of some links, in the requested order',
  })
    .input(z.object({ params: projectParams, query: linksTrafficQuery }))
    .output(z.array(linkTraffic))
    .errors(errors('LINK_NOT_FOUND', 'FULL_ANALYTICS_REQUIRED', 'ANALYTICS_HISTORY_LOCKED')),
  breakdown: analyticsCall({
    method: 'GET',
    path: `${analyticsPath}/breakdown`,
    summary: 'Clicks by country, city, device, browser, system, referrer, campaign, shop of a retailer, video, or domain',
  })
    .input(z.object({ params: projectParams, query: breakdownQuery }))
    .output(z.array(breakdownRow))
    .errors(errors('LINK_NOT_FOUND', 'FULL_ANALYTICS_REQUIRED', 'ANALYTICS_HISTORY_LOCKED')),
  visitors: analyticsCall({
    method: 'GET',
    path: `${analyticsPath}/urls/{urlId}/visitors`,
    outputStructure: 'detailed',
    summary: 'The visitors of a link, latest first; the next cursor is in x-next-cursor',
  })
    .input(z.object({ params: oneLink, query: visitorsQuery }))
    .output(z.object({ headers: z.object({ 'x-next-cursor': z.string().optional() }), body: z.array(visitor) }))
    .errors(errors('LINK_NOT_FOUND', 'FULL_ANALYTICS_REQUIRED', 'ANALYTICS_HISTORY_LOCKED')),
  recentClicks: analyticsCall({
    method: 'GET',
    path: `${analyticsPath}/recent`,
    summary: `The latest clicks of the last ${recentClicksDays} days, without those of bots`,
  })
    .input(z.object({ params: projectParams, query: z.strictObject({ limit: z.coerce.number().int().min(1).max(50).default(10) }) }))
    .output(z.array(recentClick)),
  store: analyticsCall({
    method: 'GET',
    path: `${analyticsPath}/store`,
    summary: 'Views of the pages of a store, clicks on their buttons, and both by product',
  })
    .input(z.object({ params: projectParams, query: storeTrafficQuery }))
    .output(storeTraffic)
    .errors(errors('FULL_ANALYTICS_REQUIRED', 'ANALYTICS_HISTORY_LOCKED')),
  products: analyticsCall({
    method: 'GET',
    path: `${analyticsPath}/products`,
    summary: 'Clicks, click-through and earnings of some products, in the requested order',
  })
    .input(z.object({ params: projectParams, query: productsQuery }))
    .output(z.array(productNumbers))
    .errors(errors('ANALYTICS_HISTORY_LOCKED')),
  product: analyticsCall({
    method: 'GET',
    path: `${analyticsPath}/products/{productId}`,
    summary: 'Views of a product page, and clicks on the product',
  })
    .input(z.object({ params: oneProduct, query: analyticsQuery }))
    .output(productTraffic)
    .errors(errors('PRODUCT_NOT_FOUND', 'ANALYTICS_HISTORY_LOCKED')),
  deleteLinkClicks: call({
    method: 'DELETE',
    path: `${analyticsPath}/urls/{urlId}`,
    successStatus: 204,
    summary: 'Delete every recorded click of a link',
  })
    .input(z.object({ params: oneLink }))
    .output(z.void())
    .errors(errors('LINK_NOT_FOUND')),
  deleteProjectClicks: call({
    method: 'DELETE',
    path: analyticsPath,
    successStatus: 204,
    summary: 'Delete every recorded click and page view of a project',
    needsRecentSignIn: 'always',
    ownerTask: 'deleteClicks',
  })
    .input(z.object({ params: projectParams }))
    .output(z.void()),
  live: call({
    method: 'GET',
    path: `${analyticsPath}/live`,
    summary: 'A stream of server-sent events: one when it opens, and one whenever clicks of the project arrive',
    concurrency: 'streams',
  })
    .input(z.object({ params: projectParams }))
    .output(eventIterator(liveEvent)),
  export: analyticsCall({
    method: 'GET',
    path: `${analyticsPath}/export`,
    outputStructure: 'detailed',
    summary: 'The same numbers as a CSV file: RFC 4180, UTF-8 with a byte order mark',
    concurrency: 'downloads',
    spec: describeCsv,
  })
    .input(z.object({ params: projectParams, query: exportQuery }))
    .output(csvFile)
    .errors(errors('LINK_NOT_FOUND', 'FULL_ANALYTICS_REQUIRED', 'ANALYTICS_HISTORY_LOCKED')),
}
