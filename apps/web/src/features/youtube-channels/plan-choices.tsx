import {
  type YoutubeChannel,
  type YoutubeLinkGroup,
  type YoutubePreview,
  type YoutubeWatchMode,
  youtubeDisclosureForm,
  youtubeDisclosureMaxLength,
  youtubeLinkGroupLabels,
  youtubeMessages,
} from '@linkshelf/contract'
import { Button, Text, Textarea, Title } from '@mantine/core'
import { Card } from '../../ui/card.tsx'
import { formatCount } from '../../ui/formats/numbers.ts'
import { DescribedSwitch } from '../../ui/forms/checkbox.tsx'
import { Segments } from '../../ui/forms/segments.tsx'
import { useContractForm } from '../../ui/forms/use-contract-form.ts'
import classes from './channel.module.css'
import { type ChannelScope, useUpdateChannel } from './channel-mutations.ts'

interface ChoiceProps {
  scope: ChannelScope
  channel: YoutubeChannel
}

/** Lets the owner choose which groups of links are replaced. Links are grouped by their destination. */
export function GroupChoices({ scope, channel, groups }: ChoiceProps & { groups: YoutubePreview['groups'] }) {
  const update = useUpdateChannel(scope)
  const shown = groups.filter(({ links }) => links > 0)
  if (shown.length === 0) return null

  function setIncluded(group: YoutubeLinkGroup, isIncluded: boolean): void {
    const others = channel.excluded_groups.filter((name) => name !== group)
    update.mutate({ excluded_groups: isIncluded ? others : [...others, group] })
  }

  return (
    <fieldset className={classes.choices}>
      <legend>Links to replace</legend>
      {shown.map(({ group, links, excluded }) => (
        <DescribedSwitch
          key={group}
          label={youtubeLinkGroupLabels[group]}
          description={`${formatCount(links, 'link')}${group === 'other' ? ', to your own pages, social networks and other shops' : ''}`}
          checked={!excluded}
          disabled={update.isPending}
          onChange={({ currentTarget }) => setIncluded(group, currentTarget.checked)}
        />
      ))}
    </fieldset>
  )
}

/** Edits the line that says that links are affiliate links. The line is added to descriptions that do not say so. */
export function DisclosureChoice({ scope, channel: { disclosure } }: ChoiceProps) {
  const update = useUpdateChannel(scope)
  const { form, field, submit, isPending } = useContractForm(youtubeDisclosureForm, {
    initialValues: { disclosure: disclosure ?? youtubeMessages.disclosure },
    send: (changed) => update.mutateAsync(changed),
  })
  return (
    <form className={classes.choices} noValidate onSubmit={submit}>
      <DescribedSwitch
        label="Add a disclosure"
        description="Above the first link, in descriptions without a disclosure."
        checked={disclosure !== null}
        disabled={update.isPending}
        onChange={({ currentTarget }) => update.mutate({ disclosure: currentTarget.checked ? youtubeMessages.disclosure : null })}
      />
      {disclosure !== null && (
        <>
          <Textarea label="Disclosure" rows={2} maxLength={youtubeDisclosureMaxLength} dir="auto" {...field('disclosure')} />
          {form.values.disclosure !== disclosure && (
            <div>
              <Button type="submit" variant="default" size="xs" loading={isPending}>
                Save disclosure
              </Button>
            </div>
          )}
        </>
      )}
    </form>
  )
}

const watchModes: readonly { name: YoutubeWatchMode; label: string }[] = [
  { name: 'off', label: 'Off' },
  { name: 'offer', label: 'Ask me' },
  { name: 'automatic', label: 'Automatic' },
]

const textByWatchMode: Record<YoutubeWatchMode, string> = {
  off: 'New uploads are read when you scan again.',
  offer: 'New uploads are read every two hours, and listed here, so that you can migrate them.',
  automatic: 'New uploads are read every two hours, and migrated with the choices on this page.',
}

/** Lets the owner choose whether future uploads are ignored, offered or migrated. */
export function WatchCard({ scope, channel: { watch } }: ChoiceProps) {
  const update = useUpdateChannel(scope)
  return (
    <Card aria-label="New uploads" role="region">
      <div className={classes.head}>
        <div className={classes.words}>
          <Title order={3}>New uploads</Title>
          <Text size="sm" c="dimmed">
            {textByWatchMode[update.isPending ? (update.variables.watch ?? watch) : watch]}
          </Text>
        </div>
        <Segments
          label="New uploads"
          choices={watchModes}
          chosen={update.isPending ? (update.variables.watch ?? watch) : watch}
          onChoose={(chosen) => update.mutate({ watch: chosen })}
        />
      </div>
    </Card>
  )
}
