import userEvent from '@testing-library/user-event'

/** Enters the text with one change, as a paste does. With single keys, each key would render the whole screen. */
export async function enterText(field: Element, text: string): Promise<void> {
  await userEvent.click(field)
  await userEvent.paste(text)
}
