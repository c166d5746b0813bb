/** What fetch knows in each browser of today, and TypeScript's DOM library does not yet: how a body that is a stream is sent. */
interface RequestInit {
  duplex?: "half";
}
