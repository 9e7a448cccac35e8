/** The one page of the desktop door. Its scheme is registered before the app is ready and answered by us alone. */
export const pageScheme = "app";
export const pageOrigin = "app://workbench";
export const pageAddress = `${pageOrigin}/`;

/**
 * The origin of an address, null where it cannot be read or is opaque. `URL.origin` is "null" for schemes that
 * Node does not know, so it is put together from its parts.
 */
export function originOf(address: string): string | null {
  try {
    const { protocol, host, username, password } = new URL(address);
    const named = host !== "" && username === "" && password === "";
    return named ? `${protocol}//${host}` : null;
  } catch {
    return null;
  }
}

export const isOurPage = (address: string): boolean => originOf(address) === pageOrigin;
