import { type YoutubeChannel, type YoutubeVideoState, youtubeVideoStateLabels, youtubeVideoStates } from '@linkshelf/contract'
import { Skeleton, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Card } from '../../../ui/card.tsx'
import { formatNumber } from '../../../ui/formats/numbers.ts'
import { QueryBoundary } from '../../../ui/states/query-boundary.tsx'
import { ExportButton } from '../../../ui/tables/export-button.tsx'
import { LoadMore } from '../../../ui/tables/load-more.tsx'
import { type ChannelScope, useReport } from '../channel-mutations.ts'
import { videoListQuery } from '../channel-queries.ts'
import classes from './video.module.css'
import { VideoCard } from './video-card.tsx'

const explanationByState: Record<YoutubeVideoState, string> = {
  planned: 'The descriptions change as shown here. Nothing is changed on YouTube before you start.',
  queued: 'These videos are changed next.',
  migrated: 'The links are short links now. The original descriptions are stored.',
  changed: 'Someone edited these descriptions after the scan, so nothing was changed on YouTube. Scan again to include them.',
  too_long: 'With the short links, their descriptions would be longer than YouTube allows.',
  failed: 'These videos could not be changed.',
  excluded: 'You left them out.',
  restoring: 'These videos get their original descriptions back next.',
  restored: 'These videos have their original descriptions back.',
  left: 'Someone edited them after the migration, so they were not changed.',
  unchanged: 'These videos have no link to migrate.',
  short: 'Links in the descriptions of Shorts cannot be clicked, so they are not changed.',
}

interface VideoListProps {
  scope: ChannelScope
  channel: YoutubeChannel
  hasFullAnalytics: boolean
}

/** Shows the channel's videos that are in the chosen state. */
export function VideoList({ scope, channel, hasFullAnalytics }: VideoListProps) {
  const states = youtubeVideoStates.filter((state) => (channel.videos[state] ?? 0) > 0)
  const [chosen, setChosen] = useState<YoutubeVideoState>()
  const report = useReport(scope)
  const state = chosen ?? states[0]
  if (state === undefined) return null
  // If the last video leaves the chosen state, that state is still shown.
  const shown = states.includes(state) ? states : [...states, state]
  return (
    <>
      <div className={classes.title}>
        <div>
          <Title order={3}>Videos</Title>
          <Text size="sm" c="dimmed">
            {explanationByState[state]}
          </Text>
        </div>
        {channel.linksFound > 0 && <ExportButton name="all links" isPending={report.isPending} onExport={() => report.mutate()} />}
      </div>
      <fieldset className={classes.states}>
        <legend className="visually-hidden">Videos</legend>
        {shown.map((name) => (
          <label key={name} className={classes.state}>
            <input type="radio" className="visually-hidden" name="video-state" checked={name === state} onChange={() => setChosen(name)} />
            <strong>{formatNumber(channel.videos[name] ?? 0)}</strong>
            <span>{youtubeVideoStateLabels[name]}</span>
          </label>
        ))}
      </fieldset>
      <VideosInState key={state} scope={scope} channel={channel} hasFullAnalytics={hasFullAnalytics} state={state} />
    </>
  )
}

function VideosInState({ scope, channel, hasFullAnalytics, state }: VideoListProps & { state: YoutubeVideoState }) {
  const { channelId, ...project } = scope
  const pages = useInfiniteQuery(videoListQuery(project, channelId, state))
  const list = useRef<HTMLUListElement>(null)
  return (
    <QueryBoundary query={pages} loading={<VideosSkeleton />} error="The videos could not be loaded">
      {(data) => {
        const videos = data.pages.flatMap(({ body }) => body)
        return (
          <>
            <ul ref={list} className={classes.videos} aria-label={youtubeVideoStateLabels[state]}>
              {videos.map((video) => (
                <VideoCard key={video.video_id} scope={scope} channel={channel} video={video} hasFullAnalytics={hasFullAnalytics} />
              ))}
            </ul>
            {videos.length === 0 && (
              <Text size="sm" c="dimmed">
                No videos.
              </Text>
            )}
            <LoadMore pages={pages} list={list} shown={videos.length} />
          </>
        )
      }}
    </QueryBoundary>
  )
}

function VideosSkeleton() {
  return (
    <Card h={260} role="status" aria-label="Loading">
      <Skeleton height={56} mb={20} />
      <Skeleton height={140} />
    </Card>
  )
}
