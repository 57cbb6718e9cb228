import { accountPath, type Profile, profileMessages, uploadTypes } from '@linkshelf/contract'
import { Button, Text, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.ts'
import { Card } from '../../ui/card.tsx'
import { PictureDrop } from '../../ui/forms/picture-drop.tsx'
import { Portrait } from '../../ui/portrait.tsx'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'
import classes from './profile-card.module.css'
import { profileQuery } from './save-profile.ts'

/** Name and email of the user, which the sign-in account's page changes, and their picture. */
export function ProfileCard({ profile }: { profile: Profile }) {
  return (
    <Card>
      <div className={classes.who}>
        <Portrait name={profile.full_name || profile.email} src={profile.avatar_url} size="large" />
        <div>
          <Title order={2}>Profile</Title>
          <Text size="sm" c="dimmed">
            Your name and email belong to your sign-in account.
          </Text>
        </div>
      </div>
      <div className={classes.picture}>
        <AvatarField profile={profile} />
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>Name</dt>
          <dd>{profile.full_name || 'No name given'}</dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>{profile.email}</dd>
        </div>
      </dl>
      <Button component="a" href={accountPath} variant="default" className={classes.change}>
        Change name or email
      </Button>
    </Card>
  )
}

/** The picture of the user: each change is saved immediately. */
function AvatarField({ profile }: { profile: Profile }) {
  const { mutate, isPending } = useSaveAvatar()
  return (
    <PictureDrop
      name="Picture"
      thumb={<Portrait name={profile.full_name || profile.email} src={profile.avatar_url} />}
      accept={uploadTypes}
      isFilled={profile.avatar_url !== null}
      onFile={(file) => mutate(file)}
      onRemove={() => mutate(undefined)}
    >
      <span role={isPending ? 'status' : undefined}>{isPending ? 'Saving your picture…' : 'Members of your organizations see it.'}</span>
      <small>Your picture will be cropped to a square. PNG, JPEG, WebP or GIF, up to 10 MB.</small>
    </PictureDrop>
  )
}

/** Saves the picture of the user, or removes it if there is no file. */
function useSaveAvatar() {
  const queryClient = useQueryClient()
  return useMutation({
    scope: { id: 'save-avatar' },
    mutationFn: (file: File | undefined) => (file === undefined ? api.me.removeAvatar.call() : api.me.setAvatar.call({ body: { file } })),
    onSuccess: (profile, file) => {
      queryClient.setQueryData(profileQuery.queryKey, profile)
      void queryClient.invalidateQueries({ queryKey: api.members.key() })
      void showToast({ title: file === undefined ? profileMessages.pictureRemoved : profileMessages.pictureUpdated })
    },
    onError: (error) => void showErrorToast(error, { fallback: profileMessages.pictureFailed }),
  })
}
