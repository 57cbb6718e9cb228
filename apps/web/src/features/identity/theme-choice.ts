import type { Profile } from '@linkshelf/contract'
import { useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { profileQuery, toColorScheme, useSaveProfile } from './save-profile.ts'

type Theme = Profile['theme']

const choices: readonly { name: Theme; label: string }[] = [
  { name: 'system', label: 'System' },
  { name: 'light', label: 'Light' },
  { name: 'dark', label: 'Dark' },
]

const outcomes: Record<Theme, string> = {
  system: 'Dark mode follows your system',
  light: 'Dark mode is off',
  dark: 'Dark mode is on',
}

interface ThemeChoice {
  theme: Theme
  choices: typeof choices
  choose: (theme: Theme) => void
}

/**
 * Returns the chosen theme. A choice is stored in the account, and in this browser so that the next page load starts
 * with it.
 */
export function useTheme(): ThemeChoice {
  const { colorScheme } = useMantineColorScheme()
  const { mutate } = useSaveProfile()
  return {
    theme: colorScheme === 'auto' ? 'system' : colorScheme,
    choices,
    choose: (theme) => mutate({ edit: { theme }, outcome: outcomes[theme] }),
  }
}

/** Applies the theme of the account whenever it changes. */
export function useAccountTheme(): void {
  const { data: theme } = useQuery({ ...profileQuery, select: (profile) => profile.theme })
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  // Sets the color scheme, but only if it changes. To set it, Mantine turns transitions off for a moment, which
  // recalculates the styles of the whole page twice.
  const applyTheme = useEffectEvent((chosen: typeof colorScheme) => {
    if (chosen !== colorScheme) setColorScheme(chosen)
  })

  useEffect(() => {
    if (theme !== undefined) applyTheme(toColorScheme(theme))
  }, [theme])
}
