import { type PageLanguage, toDefaultAdLabel } from '@linkshelf/contract'
import { Fragment } from 'react'
import type { LinkPageLook } from './link-look.tsx'
import { PageLayout } from './page-layout.tsx'
import { FilledText, fillText } from './texts/fill-text.tsx'
import { getTexts } from './texts/get-texts.ts'

interface LinkPageProps {
  language: PageLanguage
  /** Undefined if the owner has no store. */
  look?: LinkPageLook | undefined
  /** The title of the page that the link leads to. Undefined if it is not known yet. */
  title: string | undefined
  /** The text which says that the link is an ad. Undefined if no program pays for the link. */
  disclosure: string | undefined
}

/** The page before a shop whose rules forbid redirects. It names the shop and has one button that leads there. */
export function ShopPage({ language, look, title, disclosure, shop, href }: LinkPageProps & { shop: string; href: string }) {
  const texts = getTexts(language)
  const action = fillText(texts.continueTo, { shop })
  return (
    <PageLayout language={language} look={look} heading={title ?? action} picture="link">
      <p>
        <FilledText text={texts.leadsTo} values={{ shop: <strong>{shop}</strong> }} />
      </p>
      <ShopButton href={href} isAd={disclosure !== undefined}>
        {action}
      </ShopButton>
      <Disclosure text={disclosure} />
    </PageLayout>
  )
}

export interface ShopChoice {
  name: string
  /** The host of the shop, for example `amazon.de`. It distinguishes shops with the same name. */
  host: string
  /** Whether the button is marked as an ad, by `isAdLink`. */
  isAd: boolean
  href: string
}

/** The choice page, on which a visitor chooses one of the link's shops. */
export function ChoicePage({ language, look, title, disclosure, choices }: LinkPageProps & { choices: readonly ShopChoice[] }) {
  const { chooseShop } = getTexts(language)
  const adLabel = toDefaultAdLabel(language)
  return (
    <PageLayout language={language} look={look} heading={title ?? chooseShop} picture="link">
      <p>{chooseShop}</p>
      <ul className="choices">
        {choices.map(({ name, host, isAd, href }) => (
          <li key={href}>
            <ShopButton href={href} isAd={isAd}>
              <span>{name}</span>
              <small>{[host !== name.toLowerCase() && host, isAd && adLabel].filter(Boolean).join(' · ')}</small>
            </ShopButton>
          </li>
        ))}
      </ul>
      <Disclosure text={disclosure} />
    </PageLayout>
  )
}

interface PreviewPageProps extends LinkPageProps {
  /** The name of the shop. Undefined if the link leads to no retailer, or if visitors choose among several shops. */
  shop: string | undefined
  /** The hosts that the link leads to. There are several if visitors choose among shops. */
  hosts: readonly string[]
  href: string
}

/** The preview page, which shows where a link leads before a visitor follows it. */
export function PreviewPage({ language, look, title, disclosure, shop, hosts, href }: PreviewPageProps) {
  const texts = getTexts(language)
  const isChoice = hosts.length > 1
  const host = <HostList language={language} hosts={hosts} />
  const sentence = isChoice ? texts.choiceOf : shop === undefined ? texts.leadsTo : texts.leadsToPageOf
  return (
    <PageLayout language={language} look={look} heading={title ?? texts.whereLinkLeads} picture="link">
      <p>
        <FilledText text={sentence} values={shop === undefined ? { hosts: host, shop: host } : { host, shop }} />
      </p>
      <ShopButton href={href} isAd={disclosure !== undefined}>
        {isChoice ? texts.continueToChoice : fillText(texts.continueTo, { shop: shop ?? hosts[0] ?? '' })}
      </ShopButton>
      <Disclosure text={disclosure} />
    </PageLayout>
  )
}

/** The hosts with separators as usual in the language. */
function HostList({ language, hosts }: { language: PageLanguage; hosts: readonly string[] }) {
  const parts = new Intl.ListFormat(language, { type: 'unit', style: 'short' }).formatToParts(hosts)
  return parts.map(({ type, value }, nth) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: separators have no other key
    <Fragment key={nth}>{type === 'element' ? <strong>{value}</strong> : value}</Fragment>
  ))
}

function ShopButton({ href, isAd, children }: { href: string; isAd: boolean; children: React.ReactNode }) {
  return (
    <a className="button" href={href} rel={isAd ? 'sponsored nofollow' : 'nofollow'}>
      {children}
    </a>
  )
}

function Disclosure({ text }: { text: string | undefined }) {
  return text === undefined ? null : <p className="aside disclosure">{text}</p>
}
