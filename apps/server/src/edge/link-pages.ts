// The pages of a link beside its redirect: what comes before a shop that may not be redirected to, the choice of
// several shops, and the preview. None of them is a click; their buttons are.
import { formatButtonPath, formatShortPath, linkDisclosure, type PageLanguage } from '@linkshelf/contract/basics'
import { amazonMarketOf, retailerNames, retailerOfHost } from '@linkshelf/retailers'
import { ChoicePage, PreviewPage, type ShopChoice, ShopPage } from '@linkshelf/storefront'
import { createElement, type ReactElement } from 'react'
import type { Choice, Destination, ResolvedLink } from '../links/visitors.ts'
import type { FoundLinkLook } from '../storefront/index.ts'
import { negotiateLanguage } from './negotiate-language.ts'
import type { Outcome, RedirectOutcome } from './outcome.ts'
import { createPageResponse } from './responses.ts'
import { parseTargetQuery, toHeaderText, type Visit } from './visit.ts'

const referrerParameter = 'via'

/** Programs want to see which site a click comes from (Amazon Associates Program Policies, (v)). */
const referrerPolicy = 'strict-origin-when-cross-origin'

/** The page of a link for one visit. */
export interface LinkPageVisit {
  visit: Visit
  slug: string
  /** The store of the link's owner; undefined without one. It decides the language, or else the visitor's does. */
  look: FoundLinkLook | undefined
}

export interface LinkPages {
  /** The page before a shop whose rules forbid a redirect. */
  shopPage(page: LinkPageVisit, redirect: RedirectOutcome): Outcome
  /** The shop of the visitor's country first. */
  choice(page: LinkPageVisit, link: ResolvedLink, choices: readonly Choice[], country: string): Outcome
  preview(page: LinkPageVisit, redirect: RedirectOutcome, title: string | undefined): Outcome
}

export function createLinkPages(publicOrigin: string): LinkPages {
  function respond({ look }: LinkPageVisit, element: ReactElement): Outcome {
    // Depends on the visitor's country and on the page they come from.
    const content = { status: 200, element, cache: 'private, no-store', referrerPolicy, look }
    return { kind: 'link-page', response: createPageResponse(publicOrigin, content) }
  }

  return {
    shopPage(page, { link, location }) {
      const { host, name } = findShop(location)
      const language = chooseLanguage(page)
      const href = formatButtonHref(page.visit, formatButtonPath(page.slug))
      const disclosure = linkDisclosure([host], language)
      return respond(page, createElement(ShopPage, { language, look: page.look, title: link.title, shop: name ?? host, href, disclosure }))
    },
    choice(page, link, choices, country) {
      const sorted = sortByDistance(choices, country).map(({ nth, ...choice }) => ({
        ...choice,
        href: formatButtonHref(page.visit, formatButtonPath(page.slug, nth)),
      }))
      const language = chooseLanguage(page)
      const disclosure = formatDisclosure(choices, language)
      return respond(page, createElement(ChoicePage, { language, look: page.look, title: link.title, choices: sorted, disclosure }))
    },
    preview(page, { location, link, needsPage }, title) {
      const { choices } = link
      const own = { language: chooseLanguage(page), look: page.look, title }
      if (choices !== undefined) {
        const hosts = [...new Set(choices.map(findShopHost))]
        const disclosure = formatDisclosure(choices, own.language)
        return respond(page, createElement(PreviewPage, { ...own, hosts, shop: undefined, href: formatShortPath(page.slug), disclosure }))
      }
      const { host, name } = findShop(location)
      const href = needsPage ? formatButtonPath(page.slug) : formatShortPath(page.slug)
      const reached = listDestinations(link).filter(({ destination }) => destination === location)
      const disclosure = formatDisclosure(reached, own.language)
      return respond(page, createElement(PreviewPage, { ...own, hosts: [host], shop: name, href, disclosure }))
    },
  }
}

function chooseLanguage({ look, visit }: LinkPageVisit): PageLanguage {
  return look?.language ?? negotiateLanguage(toHeaderText(visit.headers['accept-language']))
}

/** The link's own destination, and those of its shops. */
function listDestinations(link: ResolvedLink): Destination[] {
  const shops = link.rules.flatMap((rule) => (rule.kind === 'shop' ? Object.values(rule.shops) : []))
  return [link, ...shops.filter((shop) => shop !== null)]
}

/** Undefined where no destination has the owner's tag. */
function formatDisclosure(destinations: readonly Destination[], language: PageLanguage): string | undefined {
  const hosts = destinations.filter(({ isTagged }) => isTagged).map(({ destination }) => new URL(destination).hostname)
  return hosts.length === 0 ? undefined : linkDisclosure(hosts, language)
}

function findShop(location: string): { host: string; name: string | undefined } {
  const host = new URL(location).hostname
  const retailer = retailerOfHost(host)?.retailer
  return { host, name: retailer && retailerNames[retailer] }
}

/**
 * Sorts the choices: the visitor's country, then its marketplace, then the owner's order. `nth` is the index in the
 * owner's order.
 */
function sortByDistance(choices: readonly Choice[], country: string): (Omit<ShopChoice, 'href'> & { nth: number })[] {
  const market = amazonMarketOf(country)
  const computeDistance = ({ place }: Choice) => (place === null ? 2 : place === country ? 0 : place === market ? 1 : 2)
  const numbered = choices.map((choice, nth) => ({ choice, nth, distance: computeDistance(choice) }))
  return numbered
    .toSorted((one, other) => one.distance - other.distance)
    .map(({ choice, nth }) => ({ name: choice.name, host: findShopHost(choice), isAd: choice.isTagged === true, nth }))
}

/** The domain of the shop, where a tag leads through another one. */
function findShopHost({ shop, destination }: Destination): string {
  if (shop === undefined) return new URL(destination).hostname.replace(/^www\./, '')
  return shop.includes('.') ? shop : `${shop}.com`
}

/**
 * The parameters of the visit, such as that of a QR code, belong to the click of the button; so does the page that
 * the visitor came from.
 */
function formatButtonHref(visit: Visit, path: string): string {
  const parameters = [
    parseTargetQuery(visit.url ?? ''),
    new URLSearchParams({ [referrerParameter]: toHeaderText(visit.headers.referer) }).toString(),
  ]
  return `${path}?${parameters.filter((part) => part !== '').join('&')}`
}

/** Returns where the visitor of a page came from, which the address of its button says; empty where it says nothing. */
export function findButtonReferrer(visit: Visit): string {
  return new URLSearchParams(parseTargetQuery(visit.url ?? '')).get(referrerParameter) ?? ''
}
