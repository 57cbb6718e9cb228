import {
  type ConvertCSSVariablesInput,
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import type { Plugin } from 'vite'
import { theme, themeVariables } from './src/ui/theme.ts'

const id = 'virtual:theme.css'

/**
 * Provides the theme's variables as a style sheet. Mantine's provider would render the variables as an element of the
 * body. The style sheets of dialogs and screens, which are added to the head later, would then be before this element.
 * A browser lays out the whole page again if a style sheet is added before another one.
 */
export function themeSheet(): Plugin {
  return {
    name: 'theme-sheet',
    resolveId: (source) => (source === id ? id : undefined),
    load: (source) => (source === id ? formatThemeStyles() : undefined),
  }
}

/** Returns the declarations of the theme, except the declarations that the library's own style sheet already has. */
function formatThemeStyles(): string {
  const defaults = defaultCssVariablesResolver(DEFAULT_THEME)
  const merged = mergeMantineTheme(DEFAULT_THEME, theme)
  const own = themeVariables(merged)
  const themed = defaultCssVariablesResolver(merged)
  const listThemedVariables = (part: keyof ConvertCSSVariablesInput) =>
    Object.fromEntries(Object.entries({ ...themed[part], ...own[part] }).filter(([name, value]) => defaults[part][name] !== value))
  return convertCssVariables({
    variables: listThemedVariables('variables'),
    light: listThemedVariables('light'),
    dark: listThemedVariables('dark'),
  })
}
