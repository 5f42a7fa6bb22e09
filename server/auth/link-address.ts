/** The page that a link opens. `baseUrl` ends where the application's own paths begin. */
export function signInLink(baseUrl: string, token: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/sign-in?token=${encodeURIComponent(token)}`;
}

/** The address people use, path included: PUBLIC_URL, with BASE_PATH where it is not in there already. */
export function publicBaseUrl(env: {
  PUBLIC_URL: string | undefined;
  BASE_PATH: string;
  HOST: string;
  PORT: number;
}): string {
  const url = (env.PUBLIC_URL ?? `http://${env.HOST}:${env.PORT}`).replace(/\/+$/, '');
  return env.BASE_PATH && !url.endsWith(env.BASE_PATH) ? url + env.BASE_PATH : url;
}
