import { type Profile, uploadTypes } from '@linkshelf/contract'
import { PictureDrop } from '../../ui/forms/picture-drop.tsx'
import { Portrait } from '../../ui/portrait.tsx'
import { useSaveAvatar } from './save-avatar.ts'

/** The picture of the user: each change is saved immediately. */
export function AvatarField({ profile }: { profile: Profile }) {
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
      <small>It is cropped to a square. PNG, JPEG, WebP or GIF, 10 MB at most.</small>
    </PictureDrop>
  )
}
