// The pages of a link: the page before a shop whose rules forbid a redirect, the choice between several shops, and the
// preview. Showing a page is not a click; following its button is.
import { formatButtonPath, formatLinkDisclosure, formatShortPath, isAdLink, type PageLanguage } from '@linkshelf/contract/basics'
import { findAmazonMarket, findRetailerByHost, retailerNames } from '@linkshelf/retailers'
import { ChoicePage, PreviewPage, ShopPage } from '@linkshelf/storefront'
import { createElement, type ReactElement } from 'react'
import { type Choice, type Destination, listDestinations, type ResolvedLink, toReachedUrl } from '../links/visitors.ts'
import type { FoundLinkLook } from '../storefront/index.ts'
import { negotiateLanguage } from './negotiate-language.ts'
import type { Outcome, RedirectOutcome } from './outcome.ts'
import { createPageResponse } from './responses.ts'
import { parseTargetQuery, toHeaderText, type Visit } from './visit.ts'

const referrerParameter = 'via'

/**
 * Sends the page's origin to the shop, because affiliate programs require that they can see which site a click comes
 * from (Amazon Associates Program Policies, (v)).
 */
const referrerPolicy = 'strict-origin-when-cross-origin'

/** The data for a link page that one visitor sees. */
export interface LinkPageVisit {
  visit: Visit
  slug: string
  /**
   * The look of the project's store. It decides the language of the page. Undefined if the project has no store; then
   * the visitor's language is used.
   */
  look: FoundLinkLook | undefined
}

export interface LinkPages {
  /** Returns the page before a shop whose rules forbid a redirect. */
  shopPage(page: LinkPageVisit, redirect: RedirectOutcome): Outcome
  /** Returns the page with the choice between shops. The shop of the visitor's country comes first. */
  choice(page: LinkPageVisit, link: ResolvedLink, choices: readonly Choice[], country: string): Outcome
  preview(page: LinkPageVisit, redirect: RedirectOutcome, title: string | undefined): Outcome
}

export function createLinkPages(publicOrigin: string): LinkPages {
  function respond({ look }: LinkPageVisit, element: ReactElement): Outcome {
    // The page is not cached, because it depends on the visitor's country and on the page that the visitor comes from.
    const content = { status: 200, element, cache: 'private, no-store', referrerPolicy, look }
    return { kind: 'link-page', response: createPageResponse(publicOrigin, content) }
  }

  return {
    shopPage(page, { link, location }) {
      const { host, name } = findShop(location)
      const language = chooseLanguage(page)
      const href = formatButtonHref(page.visit, formatButtonPath(page.slug))
      const disclosure = formatLinkDisclosure([host], language)
      return respond(page, createElement(ShopPage, { language, look: page.look, title: link.title, shop: name ?? host, href, disclosure }))
    },
    choice(page, link, choices, country) {
      const sorted = sortByDistance(choices, country).map(({ choice, nth }) => ({
        name: choice.name,
        host: findShopHost(choice),
        isAd: isAdDestination(page, choice),
        href: formatButtonHref(page.visit, formatButtonPath(page.slug, nth)),
      }))
      const language = chooseLanguage(page)
      const disclosure = formatDisclosure(page, choices)
      return respond(page, createElement(ChoicePage, { language, look: page.look, title: link.title, choices: sorted, disclosure }))
    },
    preview(page, { location, link, needsPage }, title) {
      const { choices } = link
      const own = { language: chooseLanguage(page), look: page.look, title }
      if (choices !== undefined) {
        const hosts = [...new Set(choices.map(findShopHost))]
        const disclosure = formatDisclosure(page, choices)
        return respond(page, createElement(PreviewPage, { ...own, hosts, shop: undefined, href: formatShortPath(page.slug), disclosure }))
      }
      const { host, name } = findShop(location)
      const href = needsPage ? formatButtonPath(page.slug) : formatShortPath(page.slug)
      const reached = listDestinations(link).find(({ destination }) => destination === location)
      const disclosure = formatDisclosure(page, [reached ?? { destination: location }])
      return respond(page, createElement(PreviewPage, { ...own, hosts: [host], shop: name, href, disclosure }))
    },
  }
}

function chooseLanguage({ look, visit }: LinkPageVisit): PageLanguage {
  return look?.language ?? negotiateLanguage(toHeaderText(visit.headers['accept-language']))
}

function isAdDestination({ look }: LinkPageVisit, destination: Destination): boolean {
  return isAdLink({ destinations: [toReachedUrl(destination)], isMarked: look?.isMarked ?? false })
}

/** Returns the sentence that discloses the owner's commission. Returns undefined if no destination is an ad. */
function formatDisclosure(page: LinkPageVisit, destinations: readonly Destination[]): string | undefined {
  const ads = destinations.filter((destination) => isAdDestination(page, destination))
  const hosts = ads.map((ad) => new URL(toReachedUrl(ad)).hostname)
  return hosts.length === 0 ? undefined : formatLinkDisclosure(hosts, chooseLanguage(page))
}

function findShop(location: string): { host: string; name: string | undefined } {
  const host = new URL(location).hostname
  const retailer = findRetailerByHost(host)?.retailer
  return { host, name: retailer && retailerNames[retailer] }
}

/**
 * Sorts the choices: first the shop of the visitor's country, then the shop of the country's marketplace, then the
 * owner's order. `nth` is the choice's index in the owner's order.
 */
function sortByDistance(choices: readonly Choice[], country: string): { choice: Choice; nth: number }[] {
  const market = findAmazonMarket(country)
  const computeDistance = ({ place }: Choice) => (place === null ? 2 : place === country ? 0 : place === market ? 1 : 2)
  const numbered = choices.map((choice, nth) => ({ choice, nth, distance: computeDistance(choice) }))
  return numbered.toSorted((one, other) => one.distance - other.distance)
}

/** Returns the shop's domain. If a tag redirects through another domain, this is not the destination's host. */
function findShopHost({ shop, destination }: Destination): string {
  if (shop === undefined) return new URL(destination).hostname.replace(/^www\./, '')
  return shop.includes('.') ? shop : `${shop}.com`
}

/**
 * Formats the URL of a page's button. It contains the visit's parameters, such as `qr=1`, and the page that the visitor
 * came from, so that both are recorded with the click.
 */
function formatButtonHref(visit: Visit, path: string): string {
  const parameters = [
    parseTargetQuery(visit.url ?? ''),
    new URLSearchParams({ [referrerParameter]: toHeaderText(visit.headers.referer) }).toString(),
  ]
  return `${path}?${parameters.filter((part) => part !== '').join('&')}`
}

/**
 * Returns the referrer that a button's URL contains: the page from which the visitor came to the link page. Returns an
 * empty string if the URL contains no referrer.
 */
export function findButtonReferrer(visit: Visit): string {
  return new URLSearchParams(parseTargetQuery(visit.url ?? '')).get(referrerParameter) ?? ''
}
