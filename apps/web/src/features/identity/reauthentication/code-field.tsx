import { codeMessages } from '@linkshelf/contract'
import { TextInput, type TextInputProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { profileQuery } from '../save-profile.ts'

/** The errors that this field shows, for `errorFields` of a form whose field is `code`. */
export const codeErrorFields = { SECOND_FACTOR_REQUIRED: 'code', CODE_WRONG: 'code' } as const

/**
 * The field for a code of an authenticator app. It is shown to users with two-step sign-in. It also appears if the
 * server asks for a code, because the user can have turned two-step sign-in on in another tab.
 */
export function CodeField({ error, ...props }: TextInputProps) {
  const { data: profile } = useQuery(profileQuery)
  const [wasRequired, setRequired] = useState(false)
  if (error && !wasRequired) setRequired(true)
  if (profile?.has_second_factor !== true && !wasRequired && !error) return null
  return (
    <TextInput
      mt="md"
      label="Code"
      description={codeMessages.hint}
      required
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      error={error}
      {...props}
    />
  )
}
