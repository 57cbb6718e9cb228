import { affiliateSettingsOf, type LinkIntegrations } from '@linkshelf/contract'
import { tagUrl } from '@linkshelf/retailers'
import classes from './integrations.module.css'

/** Shows a link as the typed settings would tag it. */
export function TaggedExample({ url, integrations }: { url: string; integrations: LinkIntegrations }) {
  const tagged = tagUrl(url, affiliateSettingsOf(integrations))
  const isTagged = tagged.status === 'tagged'
  return (
    <section className={classes.example} aria-label="Example">
      <span className={classes.exampleTitle}>{isTagged ? 'Your links will look like this' : 'Your links have no tag yet'}</span>
      <code>{tagged.url}</code>
    </section>
  )
}
