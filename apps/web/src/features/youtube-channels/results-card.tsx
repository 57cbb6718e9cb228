import type { YoutubeChannelList } from '@linkshelf/contract'
import { Title } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { stripScheme } from '../../ui/formats/address.tsx'
import { formatCount } from '../../ui/formats/numbers.ts'
import classes from './channel.module.css'

/** Shows the replaced links of completed migrations, if no scan or migration is running. */
export function ResultsCard({ status, channels }: Pick<YoutubeChannelList, 'status' | 'channels'>) {
  const completed = channels.filter((channel) => channel.status === 'completed' && channel.replacedLinks.length > 0)
  if (status !== 'complete' || completed.length === 0) return null
  return (
    <Card aria-label="Migration results" role="region">
      <div className={classes.form}>
        <Title order={2} size="h3">
          Migration results
        </Title>
        {completed.map(({ id, channelName, linksReplaced, replacedLinks }) => (
          <div key={id}>
            <p className={classes.result}>
              <strong>{channelName}</strong> {formatCount(linksReplaced, 'link')} replaced
            </p>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by keyboard */}
            <section className={classes.replaced} aria-label={`Replaced links of ${channelName}`} tabIndex={0}>
              <ul>
                {replacedLinks.map(({ original, shortened }) => (
                  <li key={original}>
                    <span className={classes.original} dir="auto">
                      {stripScheme(original)}
                    </span>
                    <a href={shortened} target="_blank" rel="noreferrer">
                      {stripScheme(shortened)}
                    </a>
                  </li>
                ))}
              </ul>
            </section>
          </div>
        ))}
      </div>
    </Card>
  )
}
