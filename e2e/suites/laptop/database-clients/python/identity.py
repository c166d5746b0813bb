"""Who one is: signing up, in and out, tokens."""

from surrealdb import NotAllowedError, SurrealError

from checks import ROOT, World, fails, same

SCHEMA = """
DEFINE TABLE IF NOT EXISTS user PERMISSIONS FOR select WHERE id = $auth.id;
DEFINE ACCESS OVERWRITE account ON DATABASE TYPE RECORD
  SIGNUP (CREATE user SET email = $email, pass = crypto::argon2::generate($pass))
  SIGNIN (SELECT * FROM user WHERE email = $email AND crypto::argon2::compare(pass, $pass)) WITH REFRESH;
DEFINE USER OVERWRITE viewer ON DATABASE PASSWORD 'viewer' ROLES VIEWER;
"""


async def identity(world: World) -> None:
    db = await world.connect()
    await db.query_raw(f"REMOVE TABLE IF EXISTS user; {SCHEMA}")
    account = {
        "namespace": world.namespace,
        "database": world.database,
        "access": "account",
        "variables": {"email": "mina@example.com", "pass": "correct horse"},
    }
    user = await world.stranger()
    await user.use(world.namespace, world.database)
    tokens = await user.signup(account)
    assert tokens.access.startswith("ey") and tokens.refresh.startswith("surreal-refresh-"), repr(tokens)
    same((await user.info())["email"], "mina@example.com")
    same(await user.query("SELECT VALUE email FROM user"), ["mina@example.com"])
    await user.invalidate()
    await fails(user.query("SELECT * FROM user"), Exception)
    tokens = await user.signin(account)
    again = await world.stranger()
    await again.use(world.namespace, world.database)
    await again.authenticate(tokens.access)
    same(await again.query("RETURN $auth"), await user.query("RETURN $auth"))
    wrong = {**account, "variables": {**account["variables"], "pass": "wrong"}}
    await fails((await world.stranger()).signin(wrong), SurrealError, "No record was returned")
    refused = await fails((await world.stranger()).signin({**ROOT, "password": "wrong"}), NotAllowedError)
    same(refused.is_invalid_auth, True)
    viewer = await world.stranger()
    await viewer.use(world.namespace, world.database)
    await viewer.signin({"namespace": world.namespace, "database": world.database, "username": "viewer", "password": "viewer"})
    same(len(await viewer.query("SELECT * FROM user")), 1)
    await fails(viewer.query("DEFINE TABLE other"), NotAllowedError, "Not enough permissions")
