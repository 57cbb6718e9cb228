import { type PageLanguage, toNewsletterFieldName } from '@linkshelf/contract'
import { getTexts } from '../../texts/get-texts.ts'
import type { NewsletterData } from '../store-data.ts'

/**
 * A plain HTML form. The browser sends the visitor's email address directly to the provider, so this instance never
 * receives it.
 */
export function NewsletterForm({ newsletter, language }: { newsletter: NewsletterData; language: PageLanguage }) {
  const texts = getTexts(language)
  return (
    <section className="newsletter" aria-labelledby="newsletter">
      <h2 id="newsletter" dir="auto">
        {newsletter.heading ?? texts.newsletter}
      </h2>
      <form action={newsletter.url} method="post">
        <label>
          <input
            type="email"
            name={toNewsletterFieldName(newsletter)}
            required
            maxLength={254}
            autoComplete="email"
            aria-label={texts.emailAddress}
            placeholder={texts.emailAddress}
          />
        </label>
        <button type="submit">{texts.subscribe}</button>
      </form>
    </section>
  )
}
