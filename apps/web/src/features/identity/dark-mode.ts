import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { profileQuery } from './identity-queries.ts'
import { schemeOf, useSaveProfile } from './save-profile.ts'

interface DarkMode {
  isDark: boolean
  /** Nobody has chosen: light and dark come from the system. */
  followsSystem: boolean
  setDark: (isDark: boolean) => void
  followSystem: () => void
}

/** Light or dark, as it is seen now. A choice is kept in this browser, so that the next load starts with it, and with the person's account. */
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

/** Brings the theme of the account to this browser, whenever the account tells another one than before. */
export function useAccountTheme(): void {
  const { data: theme } = useQuery({ ...profileQuery, select: (person) => person.theme })
  const { setColorScheme } = useMantineColorScheme()
  const show = useEffectEvent(setColorScheme)

  useEffect(() => {
    if (theme !== undefined) show(schemeOf(theme))
  }, [theme])
}
