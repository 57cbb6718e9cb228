import { youtubeChannelForm, youtubeChannelUrlMaxLength, youtubeMessages } from '@linkshelf/contract'
import { Button, Group, TextInput, Title } from '@mantine/core'
import type { ProjectScope } from '../../api/api.ts'
import { Card } from '../../ui/card.tsx'
import { useContractForm } from '../../ui/forms/use-contract-form.ts'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'
import classes from './channel.module.css'
import { useAddChannel } from './channel-mutations.ts'

/** Adds a channel by its URL. The typed name is not sent. If YouTube returns another name, a toast shows that name. */
export function AddChannelForm({ scope, onClose }: { scope: ProjectScope; onClose: () => void }) {
  const add = useAddChannel(scope)
  const { form, field, submit, isPending } = useContractForm(youtubeChannelForm, {
    initialValues: { channelUrl: '', channelName: '' },
    errorFields: {
      YOUTUBE_CHANNEL_UNKNOWN: 'channelUrl',
      YOUTUBE_CHANNEL_EXISTS: 'channelUrl',
      YOUTUBE_CHANNEL_LIMIT_REACHED: 'channelUrl',
    },
    send: async ({ channelUrl }) => {
      const { channelName } = await add.mutateAsync(channelUrl)
      const expected = form.values.channelName.trim()
      const isOther = expected !== '' && expected.toLowerCase() !== channelName.toLowerCase()
      void showToast({ title: youtubeMessages.added, message: isOther ? `YouTube calls it “${channelName}”.` : channelName })
    },
    onSuccess: onClose,
    onError: (error) => void showErrorToast(error, { fallback: 'The channel could not be added. Please try again.' }),
  })
  return (
    <Card>
      <form className={classes.form} noValidate onSubmit={submit}>
        <Title order={2} size="h3">
          Add Channel
        </Title>
        <TextInput
          label="Channel URL"
          description="The address or the handle of the channel, or the address of one of its videos or playlists."
          placeholder="https://www.youtube.com/@yourchannel"
          required
          autoFocus
          autoComplete="off"
          spellCheck={false}
          maxLength={youtubeChannelUrlMaxLength}
          {...field('channelUrl')}
        />
        <TextInput
          label="Channel name"
          description="Optional. It helps to notice if the URL belongs to another channel."
          autoComplete="off"
          maxLength={100}
          {...field('channelName')}
        />
        <Group gap="sm">
          <Button type="submit" loading={isPending}>
            Add Channel
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </form>
    </Card>
  )
}
