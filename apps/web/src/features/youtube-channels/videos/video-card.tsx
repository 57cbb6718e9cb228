import { type YoutubeChannel, type YoutubeVideo, youtubeVideoReasonTexts } from '@linkshelf/contract'
import { Button, Switch } from '@mantine/core'
import { useId, useState } from 'react'
import { Link as RouteLink } from 'react-router'
import { Editable } from '../../../session/permissions.tsx'
import { Card } from '../../../ui/card.tsx'
import { stripScheme } from '../../../ui/formats/address.tsx'
import { formatDate } from '../../../ui/formats/dates.ts'
import { formatCount } from '../../../ui/formats/numbers.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { openDialog } from '../../../ui/overlays/dialogs.tsx'
import { type ChannelScope, useUpdateLink, useUpdateVideo } from '../channel-mutations.ts'
import { isWorkedOn } from '../channel-queries.ts'
import { foldDiff, type ShownLine, splitChange } from './fold-diff.ts'
import classes from './video.module.css'

interface VideoCardProps {
  scope: ChannelScope
  channel: YoutubeChannel
  video: YoutubeVideo
  hasFullAnalytics: boolean
}

/** Shows a video, and how its description changes. */
export function VideoCard({ scope, channel, video, hasFullAnalytics }: VideoCardProps) {
  const { video_id, title, thumbnail_url, published_at, state, reason, links, languages, diff } = video
  const hasChange = diff.some(({ kind }) => kind !== 'same')
  return (
    <li>
      <Card p={0}>
        <div className={classes.head}>
          <img className={classes.picture} src={thumbnail_url} alt="" loading="lazy" referrerPolicy="no-referrer" width={112} height={63} />
          <div className={classes.about}>
            <a href={`https://www.youtube.com/watch?v=${video_id}`} target="_blank" rel="noreferrer" className={classes.name} dir="auto">
              {title}
            </a>
            <small>
              {formatDate(published_at)}
              {links.length > 0 && ` · ${formatCount(links.length, 'link')}`}
              {languages.length > 0 && ` · also in ${languages.map((tag) => languageNames.of(tag)).join(', ')}`}
            </small>
            {reason !== null && <small className={classes.reason}>{youtubeVideoReasonTexts[reason]}</small>}
          </div>
          {hasFullAnalytics && state === 'migrated' && (
            <Button variant="default" size="xs" component={RouteLink} to={`/analytics?video=${video_id}`} aria-label={`Clicks of ${title}`}>
              Clicks
            </Button>
          )}
          <Editable call="youtubeChannels.updateVideo">
            <VideoAction scope={scope} channel={channel} video={video} />
          </Editable>
        </div>
        {hasChange && <DescriptionDiff label={formatCaption(state, title)} diff={diff} />}
        {(state === 'planned' || state === 'excluded') && links.length > 0 && (
          <Editable call="youtubeChannels.updateLink">
            <LinkChoices scope={scope} channel={channel} video={video} />
          </Editable>
        )}
      </Card>
    </li>
  )
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' })

function formatCaption(state: YoutubeVideo['state'], title: string): string {
  return state === 'changed' || state === 'left' ? `What was edited in “${title}”` : `Description of “${title}”`
}

type VideoPartProps = Omit<VideoCardProps, 'hasFullAnalytics'>

function VideoAction({ scope, channel, video }: VideoPartProps) {
  const update = useUpdateVideo(scope)
  const isBusy = isWorkedOn(channel)
  if (video.state === 'planned' || video.state === 'excluded')
    return (
      <Switch
        label="Migrate"
        labelPosition="left"
        aria-label={`Migrate ${video.title}`}
        checked={update.isPending ? !update.variables.is_excluded : !video.is_excluded}
        disabled={isBusy}
        onChange={({ currentTarget }) => update.mutate({ video_id: video.video_id, is_excluded: !currentTarget.checked })}
      />
    )
  if (video.state !== 'migrated') return null
  return (
    <Button
      variant="default"
      size="xs"
      disabled={isBusy || channel.connection !== 'connected'}
      aria-label={`Undo ${video.title}`}
      onClick={({ currentTarget }) =>
        void openDialog(() => import('../undo-dialog.tsx').then(({ undoVideoDialog }) => undoVideoDialog(scope, video)), currentTarget)
      }
    >
      Undo
    </Button>
  )
}

/** Lets the owner exclude links. An excluded link is not replaced in any description of the channel. */
function LinkChoices({ scope, channel, video: { title, links } }: VideoPartProps) {
  const update = useUpdateLink(scope)
  return (
    <details className={classes.links}>
      <summary>Choose links</summary>
      <ul aria-label={`Links of ${title}`}>
        {links.map((link) => (
          <LinkChoice
            key={link.original}
            link={link}
            isDisabled={update.isPending || isWorkedOn(channel)}
            onChoose={(is_excluded) => update.mutate({ original: link.original, is_excluded })}
          />
        ))}
      </ul>
    </details>
  )
}

interface LinkChoiceProps {
  link: YoutubeVideo['links'][number]
  isDisabled: boolean
  onChoose: (isExcluded: boolean) => void
}

function LinkChoice({ link: { original, shortened, is_excluded }, isDisabled, onChoose }: LinkChoiceProps) {
  const id = useId()
  return (
    <li>
      <Checkbox id={id} checked={!is_excluded} disabled={isDisabled} onChange={({ currentTarget }) => onChoose(!currentTarget.checked)} />
      <div>
        <label htmlFor={id} dir="auto">
          {stripScheme(original)}
        </label>
        <small>{is_excluded ? 'Stays in every description' : stripScheme(shortened)}</small>
      </div>
    </li>
  )
}

interface DescriptionDiffProps {
  /** The accessible name of the section. */
  label: string
  diff: YoutubeVideo['diff']
}

/** Shows the lines of a description before and after the change. Unchanged lines far from a change are folded. */
function DescriptionDiff({ label, diff }: DescriptionDiffProps) {
  return (
    <section className={classes.diff} aria-label={label}>
      {foldDiff(diff).map(({ isFolded, lines }) =>
        isFolded ? <FoldedLines key={lines[0]?.index} lines={lines} /> : lines.map((line) => <DiffLine key={line.index} line={line} />),
      )}
    </section>
  )
}

function FoldedLines({ lines }: { lines: ShownLine[] }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return lines.map((line) => <DiffLine key={line.index} line={line} />)
  return (
    <button type="button" className={classes.fold} onClick={() => setOpen(true)}>
      Show {formatCount(lines.length, 'unchanged line')}
    </button>
  )
}

const marks = { same: ' ', removed: '−', added: '+' }
const elements = { same: 'span', removed: 'del', added: 'ins' } as const
const spokenMarks = { same: '', removed: 'Removed: ', added: 'Added: ' }

function DiffLine({ line: { kind, text, counterpart } }: { line: ShownLine }) {
  const [before, changed, after] = counterpart === undefined ? ['', '', text] : splitChange(text, counterpart)
  const Words = elements[kind]
  return (
    <div className={classes.line} data-kind={kind}>
      <span className={classes.mark} aria-hidden>
        {marks[kind]}
      </span>
      <Words className={classes.words} dir="auto">
        {kind !== 'same' && <span className="visually-hidden">{spokenMarks[kind]}</span>}
        {before}
        {changed !== '' && <mark>{changed}</mark>}
        {after}
      </Words>
    </div>
  )
}
