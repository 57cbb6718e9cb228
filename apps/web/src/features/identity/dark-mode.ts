import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { profileQuery } from './identity-queries.ts'
import { toColorScheme, useSaveProfile } from './save-profile.ts'

interface DarkMode {
  isDark: boolean
  /** No choice was made: the system decides. */
  followsSystem: boolean
  setDark: (isDark: boolean) => void
  followSystem: () => void
}

/** The current color scheme. A choice is stored in this browser, so that the next load starts with it, and in the account. */
export function useDarkMode(): DarkMode {
  const { colorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const { mutate } = useSaveProfile()
  return {
    isDark,
    followsSystem: colorScheme === 'auto',
    setDark: (dark) => mutate({ edit: { theme: dark ? 'dark' : 'light' }, outcome: `Dark mode is ${dark ? 'on' : 'off'}` }),
    followSystem: () => mutate({ edit: { theme: 'system' }, outcome: 'Dark mode follows your system' }),
  }
}

/** Applies the theme of the account whenever it changes. */
export function useAccountTheme(): void {
  const { data: theme } = useQuery({ ...profileQuery, select: (profile) => profile.theme })
  const { setColorScheme } = useMantineColorScheme()
  const show = useEffectEvent(setColorScheme)

  useEffect(() => {
    if (theme !== undefined) show(toColorScheme(theme))
  }, [theme])
}
