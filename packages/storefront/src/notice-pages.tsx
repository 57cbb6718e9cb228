import type { PageLanguage } from '@linkshelf/contract'
import { PageLayout } from './page-layout.tsx'
import { FilledText } from './texts/fill-text.tsx'
import { getTexts } from './texts/get-texts.ts'

interface NoticePageProps {
  language: PageLanguage
}

/** The front page of the short domain. `host` is the domain's name. */
export function FrontPage({ language, host }: NoticePageProps & { host: string }) {
  const texts = getTexts(language)
  return (
    <PageLayout language={language} heading={texts.frontHeading} picture="link">
      <p>
        <FilledText text={texts.frontText} values={{ host: <strong>{host}</strong> }} />
      </p>
      <p className="aside">{texts.frontPrivacy}</p>
    </PageLayout>
  )
}

/** The page for a slug that does not exist. The page does not contain the slug, so it is the same for all slugs. */
export function LinkNotFoundPage({ language }: NoticePageProps) {
  const texts = getTexts(language)
  return (
    <PageLayout language={language} heading={texts.linkNotFound} picture="missing">
      <p>{texts.linkNotFoundReason}</p>
      <p className="aside">{texts.askForNewLink}</p>
    </PageLayout>
  )
}

export function LinkRemovedPage({ language }: NoticePageProps) {
  const texts = getTexts(language)
  return (
    <PageLayout language={language} heading={texts.linkRemoved} picture="removed">
      <p>{texts.linkRemovedReason}</p>
      <p className="aside">{texts.linkRemovedAdvice}</p>
    </PageLayout>
  )
}

/** The page for a link that could not be loaded, so that it is unknown whether the link exists. */
export function BusyPage({ language }: NoticePageProps) {
  const texts = getTexts(language)
  return (
    <PageLayout language={language} heading={texts.busy} picture="wait">
      <p>{texts.busyReason}</p>
      {/* biome-ignore lint/a11y/useValidAnchor: the empty reference is the page's own address, which reloads it without a script */}
      <a className="button" href="">
        {texts.tryAgain}
      </a>
    </PageLayout>
  )
}

/** The page for a link that leads to itself, directly or through other links. */
export function LoopPage({ language }: NoticePageProps) {
  const texts = getTexts(language)
  return (
    <PageLayout language={language} heading={texts.loop} picture="missing">
      <p>{texts.loopReason}</p>
      <p className="aside">{texts.loopAdvice}</p>
    </PageLayout>
  )
}

/** The page for an address that no active store, category or product has. */
export function StoreNotFoundPage({ language }: NoticePageProps) {
  const texts = getTexts(language)
  return (
    <PageLayout language={language} heading={texts.storeNotFound} picture="missing">
      <p>{texts.storeNotFoundReason}</p>
      <p className="aside">{texts.askForNewLink}</p>
    </PageLayout>
  )
}
