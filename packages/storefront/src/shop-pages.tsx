import { Fragment } from 'react'
import { PageLayout } from './page-layout.tsx'

interface LinkPageProps {
  /** The title of the page that the link leads to; undefined while it is not known. */
  title: string | undefined
  /** Undefined where no program pays for the link. */
  disclosure: string | undefined
}

/** Comes before a shop whose rules forbid to redirect to it: names the shop, and leads on with one button. */
export function ShopPage({ title, disclosure, shop, href }: LinkPageProps & { shop: string; href: string }) {
  return (
    <PageLayout heading={title ?? `Continue to ${shop}`} picture="link">
      <p>
        This link leads to <strong>{shop}</strong>.
      </p>
      <ShopButton href={href} isAd={disclosure !== undefined}>
        Continue to {shop}
      </ShopButton>
      <Disclosure text={disclosure} />
    </PageLayout>
  )
}

export interface ShopChoice {
  name: string
  /** Tells two shops with one name apart: `amazon.de`. */
  host: string
  /** Its program pays for the visit. */
  isAd: boolean
  href: string
}

/** The choice page: one link with several shops. */
export function ChoicePage({ title, disclosure, choices }: LinkPageProps & { choices: readonly ShopChoice[] }) {
  return (
    <PageLayout heading={title ?? 'Choose a shop'} picture="link">
      <p>Choose a shop</p>
      <ul className="choices">
        {choices.map(({ name, host, isAd, href }) => (
          <li key={href}>
            <ShopButton href={href} isAd={isAd}>
              <span>{name}</span>
              <small>{[host !== name.toLowerCase() && host, isAd && 'Ad'].filter(Boolean).join(' · ')}</small>
            </ShopButton>
          </li>
        ))}
      </ul>
      <Disclosure text={disclosure} />
    </PageLayout>
  )
}

interface PreviewPageProps extends LinkPageProps {
  /** Undefined for a page of no retailer, and for a choice of several. */
  shop: string | undefined
  /** Several where visitors choose. */
  hosts: readonly string[]
  href: string
}

/** The preview page: shows where a link leads before a visitor follows it. */
export function PreviewPage({ title, disclosure, shop, hosts, href }: PreviewPageProps) {
  const isChoice = hosts.length > 1
  return (
    <PageLayout heading={title ?? 'Where this link leads'} picture="link">
      <p>
        {isChoice ? 'This link offers a choice of ' : 'This link leads to '}
        {hosts.map((host, nth) => (
          <Fragment key={host}>
            {nth > 0 && ', '}
            <strong>{host}</strong>
          </Fragment>
        ))}
        {shop !== undefined && `, a page of ${shop}`}.
      </p>
      <ShopButton href={href} isAd={disclosure !== undefined}>
        {isChoice ? 'Continue to the choice' : `Continue to ${shop ?? hosts[0]}`}
      </ShopButton>
      <Disclosure text={disclosure} />
    </PageLayout>
  )
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
