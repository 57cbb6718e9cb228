// The pages of a link beside its redirect: what comes before a shop that may not be redirected to, the choice of
// several shops, and the preview. None of them is a click; their buttons are.
import { defaultPageLanguage, formatButtonPath, formatShortPath, linkDisclosure } from '@linkshelf/contract'
import { amazonMarketOf, retailerNames, retailerOfHost } from '@linkshelf/retailers'
import { ChoicePage, PreviewPage, type ShopChoice, ShopPage } from '@linkshelf/storefront'
import { createElement, type ReactElement } from 'react'
import type { Choice, Destination, ResolvedLink } from '../links/index.ts'
import type { Outcome, RedirectOutcome } from './outcome.ts'
import { pageResponse } from './responses.ts'
import { headerText, queryOf, type Visit } from './visit.ts'

const referrerParameter = 'via'

/** Programs want to see which site a click comes from (Amazon Associates Program Policies, (v)). */
const referrerPolicy = 'strict-origin-when-cross-origin'

export interface LinkPages {
  /** The page before a shop whose rules forbid a redirect. */
  shopPage(visit: Visit, slug: string, redirect: RedirectOutcome): Outcome
  /** The shop of the visitor's country first. */
  choice(visit: Visit, slug: string, link: ResolvedLink, choices: readonly Choice[], country: string): Outcome
  preview(slug: string, redirect: RedirectOutcome, title: string | undefined): Outcome
}

export function createLinkPages(publicOrigin: string): LinkPages {
  function page(element: ReactElement): Outcome {
    // Depends on the visitor's country and on the page they come from.
    const content = { status: 200, element, cache: 'private, no-store', referrerPolicy }
    return { kind: 'link-page', response: pageResponse(publicOrigin, content) }
  }

  return {
    shopPage(visit, slug, { link, location }) {
      const { host, name } = shopAt(location)
      return page(
        createElement(ShopPage, {
          language: defaultPageLanguage,
          title: link.title,
          shop: name ?? host,
          href: buttonHref(visit, formatButtonPath(slug)),
          disclosure: linkDisclosure([host], defaultPageLanguage),
        }),
      )
    },
    choice(visit, slug, link, choices, country) {
      const sorted = nearestFirst(choices, country).map(({ nth, ...choice }) => ({
        ...choice,
        href: buttonHref(visit, formatButtonPath(slug, nth)),
      }))
      return page(
        createElement(ChoicePage, { language: defaultPageLanguage, title: link.title, choices: sorted, disclosure: disclosureOf(choices) }),
      )
    },
    preview(slug, { location, link, needsPage }, title) {
      const { choices } = link
      if (choices !== undefined) {
        const hosts = [...new Set(choices.map(hostOf))]
        return page(
          createElement(PreviewPage, {
            language: defaultPageLanguage,
            title,
            hosts,
            shop: undefined,
            href: formatShortPath(slug),
            disclosure: disclosureOf(choices),
          }),
        )
      }
      const { host, name } = shopAt(location)
      const href = needsPage ? formatButtonPath(slug) : formatShortPath(slug)
      const disclosure = disclosureOf(destinationsOf(link).filter(({ destination }) => destination === location))
      return page(createElement(PreviewPage, { language: defaultPageLanguage, title, hosts: [host], shop: name, href, disclosure }))
    },
  }
}

/** The link's own destination, and those of its shops. */
function destinationsOf(link: ResolvedLink): Destination[] {
  const shops = link.rules.flatMap((rule) => (rule.kind === 'shop' ? Object.values(rule.shops) : []))
  return [link, ...shops.filter((shop) => shop !== null)]
}

/** Undefined where no destination has the owner's tag. */
function disclosureOf(destinations: readonly Destination[]): string | undefined {
  const tagged = destinations.filter(({ isTagged }) => isTagged)
  return tagged.length === 0
    ? undefined
    : linkDisclosure(
        tagged.map(({ destination }) => new URL(destination).hostname),
        defaultPageLanguage,
      )
}

function shopAt(location: string): { host: string; name: string | undefined } {
  const host = new URL(location).hostname
  const retailer = retailerOfHost(host)?.retailer
  return { host, name: retailer && retailerNames[retailer] }
}

/**
 * Sorts the choices: the visitor's country, then its marketplace, then the owner's order. `nth` is the index in the
 * owner's order.
 */
function nearestFirst(choices: readonly Choice[], country: string): (Omit<ShopChoice, 'href'> & { nth: number })[] {
  const market = amazonMarketOf(country)
  const distanceOf = ({ place }: Choice) => (place === null ? 2 : place === country ? 0 : place === market ? 1 : 2)
  const numbered = choices.map((choice, nth) => ({ choice, nth, distance: distanceOf(choice) }))
  return numbered
    .toSorted((one, other) => one.distance - other.distance)
    .map(({ choice, nth }) => ({ name: choice.name, host: hostOf(choice), isAd: choice.isTagged === true, nth }))
}

/** The domain of the shop, where a tag leads through another one. */
function hostOf({ shop, destination }: Destination): string {
  if (shop === undefined) return new URL(destination).hostname.replace(/^www\./, '')
  return shop.includes('.') ? shop : `${shop}.com`
}

/**
 * The parameters of the visit, such as that of a QR code, belong to the click of the button; so does the page that
 * the visitor came from.
 */
function buttonHref(visit: Visit, path: string): string {
  const parameters = [queryOf(visit.url ?? ''), new URLSearchParams({ [referrerParameter]: headerText(visit.headers.referer) }).toString()]
  return `${path}?${parameters.filter((part) => part !== '').join('&')}`
}

/** Returns where the visitor of a page came from, which the address of its button says; empty where it says nothing. */
export function referrerOfButton(visit: Visit): string {
  return new URLSearchParams(queryOf(visit.url ?? '')).get(referrerParameter) ?? ''
}
