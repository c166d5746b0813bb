/** What stands at /console while its files are missing. */
export const notBuiltPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="color-scheme" content="light dark" />
    <title>The console is not built · Loci</title>
  </head>
  <body>
    <main>
      <h1>The console is not built</h1>
      <p>Its files are missing on this server. Build them with <code>npm run build:console</code>, and reload this page.</p>
      <p>The API and the command line work without it.</p>
    </main>
  </body>
</html>
`;
